// SPDX-License-Identifier: BSD-3-Clause
#include "measure/global_clock.hpp"

namespace strobe::measure {

GlobalClock fit_offsets(std::span<const OffsetSample> samples) {
  GlobalClock clock;
  if (samples.empty()) return clock;
  clock.reference_ns = samples.front().local_ns;
  const auto n = static_cast<double>(samples.size());
  double x_mean = 0.0;
  double y_mean = 0.0;
  double smallest = std::numeric_limits<double>::infinity();
  for (const OffsetSample& sample : samples) {
    x_mean += static_cast<double>(sample.local_ns - clock.reference_ns) / n;
    y_mean += sample.offset_ns / n;
    smallest = std::min(smallest, sample.round_trip_ns);
  }
  double xy = 0.0;
  double xx = 0.0;
  for (const OffsetSample& sample : samples) {
    const double x = static_cast<double>(sample.local_ns - clock.reference_ns) - x_mean;
    xy += x * (sample.offset_ns - y_mean);
    xx += x * x;
  }
  clock.drift = xx > 0.0 ? xy / xx : 0.0;
  clock.offset_ns = y_mean - clock.drift * x_mean;
  clock.error_ns = smallest / 2.0;
  return clock;
}

}  // namespace strobe::measure
