// SPDX-License-Identifier: BSD-3-Clause
#include "measure/peak_share.hpp"

#include <algorithm>
#include <cmath>

namespace strobe::measure {

std::optional<double> peak_share_of(std::string_view word) {
  if (word == "n50") return 0.5;
  if (word == "n90") return 0.9;
  return std::nullopt;
}

std::optional<std::int64_t> size_at_peak_share(std::span<const AxisMedian> medians, double share) {
  const auto bandwidth = [](const AxisMedian& at) {
    return at.time_s > 0.0 ? static_cast<double>(at.x) / at.time_s : 0.0;
  };
  double peak = 0.0;
  for (const AxisMedian& at : medians) peak = std::max(peak, bandwidth(at));
  if (peak == 0.0) return std::nullopt;
  const double wanted = share * peak;
  const auto reaches =
      std::ranges::find_if(medians, [&](const AxisMedian& at) { return bandwidth(at) >= wanted; });
  if (reaches == medians.begin() || (reaches - 1)->x <= 0) return reaches->x;
  const AxisMedian& below = *(reaches - 1);
  const double part = (wanted - bandwidth(below)) / (bandwidth(*reaches) - bandwidth(below));
  const double from = std::log(static_cast<double>(below.x));
  const double to = std::log(static_cast<double>(reaches->x));
  return static_cast<std::int64_t>(std::llround(std::exp(from + part * (to - from))));
}

}  // namespace strobe::measure
