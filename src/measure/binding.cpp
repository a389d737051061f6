// SPDX-License-Identifier: BSD-3-Clause
#include "measure/binding.hpp"

#include <sched.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <optional>
#include <set>

#include "base/format.hpp"
#include "strobe/error.hpp"

namespace strobe::measure {
namespace {

std::optional<int> number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (value < 0 || value >= CPU_SETSIZE) return std::nullopt;
  return value;
}

}  // namespace

std::vector<int> parse_cpus(std::string_view text) {
  std::set<int> cpus;
  while (true) {
    const std::size_t comma = text.find(',');
    const std::string_view item = text.substr(0, comma);
    const std::size_t dash = item.find('-');
    const auto first = number(item.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : number(item.substr(dash + 1));
    if (!first || !last || *first > *last) {
      throw Error(base::format(
          "'{}' is no CPU and no range of CPUs: write numbers from 0 to {}, such as 3 or 0-3,8",
          item, CPU_SETSIZE - 1));
    }
    for (int cpu = *first; cpu <= *last; ++cpu) cpus.insert(cpu);
    if (comma == std::string_view::npos) return {cpus.begin(), cpus.end()};
    text.remove_prefix(comma + 1);
  }
}

void bind_to(std::span<const int> cpus) {
  cpu_set_t wanted;
  CPU_ZERO(&wanted);
  for (const int cpu : cpus) CPU_SET(static_cast<std::size_t>(cpu), &wanted);
  cpu_set_t bound;
  CPU_ZERO(&bound);
  // The system ignores CPUs that it does not have, so the result is compared with the request.
  if (sched_setaffinity(0, sizeof wanted, &wanted) != 0) {
    throw Error(
        base::format("the system refuses this binding: {}; choose CPUs that this process may use",
                     std::strerror(errno)));
  }
  if (sched_getaffinity(0, sizeof bound, &bound) != 0 || CPU_EQUAL(&wanted, &bound) == 0) {
    throw Error("this machine does not have all of these CPUs: choose others");
  }
}

}  // namespace strobe::measure
