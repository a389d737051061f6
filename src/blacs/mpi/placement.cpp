// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/mpi/placement.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "base/boot_id.hpp"

namespace strobe::blacs::mpi {
namespace {

/// The running kernel and its name. Containers of one machine have the same boot id, and cores in
/// common if their sets are the same.
const std::string& node() {
  static const std::string name = [] {
    std::string boot = base::boot_id();
    if (!boot.empty()) return boot;
    std::array<char, 256> host{};
    gethostname(host.data(), host.size() - 1);
    return std::string(host.data());
  }();
  return name;
}

}  // namespace

Placement own_placement() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  std::string set = node();
  std::uint64_t count = 1;
  // A machine with more cores than a cpu_set_t holds counts as one whose cores are all usable.
  if (sched_getaffinity(0, sizeof cores, &cores) == 0) {
    set.append(reinterpret_cast<const char*>(&cores), sizeof cores);
    count = static_cast<std::uint64_t>(CPU_COUNT(&cores));
  } else {
    count = static_cast<std::uint64_t>(std::max(sysconf(_SC_NPROCESSORS_ONLN), 1L));
  }
  return {.cores = std::hash<std::string_view>()(set), .count = count};
}

bool share_cores(std::span<const Placement> processes) {
  std::map<std::uint64_t, std::uint64_t> processes_on;
  return std::ranges::any_of(
      processes, [&](const Placement& each) { return ++processes_on[each.cores] > each.count; });
}

}  // namespace strobe::blacs::mpi
