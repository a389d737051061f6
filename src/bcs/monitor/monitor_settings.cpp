// SPDX-License-Identifier: BSD-3-Clause
// Written by codegen/options.py from options/*.toml.
// clang-format off
#include "bcs/monitor/monitor_settings.hpp"

#include "base/value.hpp"

namespace strobe::bcs::monitor {

MonitorSettings monitor_settings(std::string_view name, std::string_view words) {
  MonitorSettings found;
  for (const std::string_view word : base::parts_of(words, ' ')) {
    const std::size_t sign = std::min(word.find('='), word.size());
    const std::string_view setting = word.substr(0, sign);
    const std::string_view value = sign == word.size() ? "" : word.substr(sign + 1);
    const std::string who = std::string(name) + " has '" + std::string(word) + "', but " + std::string(setting);
    if (setting == "resolution") {
      found.resolution = base::power_in(who, value, base::Wanted<std::int32_t>{.words = "a power of two from 1 to 1024", .least = 1, .most = 1024});
    } else if (setting == "primitives") {
      found.primitives = base::names_in(who, value, "all, none or names such as MPI_Send,MPI_Recv", "MPI_", {"all", "none"});
    } else if (setting == "ranks") {
      found.ranks = base::ranges_in(who, value, "numbers and ranges such as 0,4-7");
    } else if (setting == "calls") {
      found.calls = base::number_in(who, value, base::Wanted<std::int32_t>{.words = "a whole number from 0 to 999999999", .least = 0, .most = 999999999});
    } else if (setting == "slices") {
      found.slices = base::number_in(who, value, base::Wanted<std::int32_t>{.words = "a whole number from 0 to 999999999", .least = 0, .most = 999999999});
    } else if (setting == "timed") {
      found.timed = base::number_in(who, value, base::Wanted<std::int32_t>{.words = "a whole number from 1 to 1000000", .least = 1, .most = 1000000});
    } else if (word == "off") {
      found.off = true;
    } else {
      throw Error(std::string(name) + " has no setting '" + std::string(word) + "'; it must be off or settings: resolution=, primitives=, ranks=, calls=, slices=, timed=");
    }
  }
  return found;
}

}  // namespace strobe::bcs::monitor
