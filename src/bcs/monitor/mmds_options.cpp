// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/monitor/mmds_options.hpp"

#include <algorithm>
#include <bit>

#include "base/value.hpp"
#include "bcs/monitor/monitor_settings.hpp"

namespace strobe::bcs::monitor {

bool MmdsOptions::selects(std::string_view primitive) const {
  return all_primitives || std::ranges::find(primitives, primitive) != primitives.end();
}

bool MmdsOptions::watches(std::int32_t rank) const {
  if (is_off) return false;
  return ranks.empty() || std::ranges::any_of(ranks, [rank](const auto& range) {
           return range.first <= rank && rank <= range.second;
         });
}

MmdsOptions mmds_options(std::string_view words) {
  const MonitorSettings settings = monitor_settings("STROBE_MONITOR", words);
  MmdsOptions options{
      .is_off = settings.off,
      .resolution_bits = std::countr_zero(static_cast<std::uint32_t>(settings.resolution)),
      .all_primitives = settings.primitives == "all",
      .logged_calls = static_cast<std::size_t>(settings.calls),
      .slices = static_cast<std::size_t>(settings.slices),
      .timed = static_cast<std::uint32_t>(settings.timed),
      .ranks = settings.ranks};
  if (!options.all_primitives && settings.primitives != "none") {
    for (const std::string_view name : base::parts_of(settings.primitives, ',')) {
      options.primitives.emplace_back(name);
    }
  }
  return options;
}

}  // namespace strobe::bcs::monitor
