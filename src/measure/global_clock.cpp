// SPDX-License-Identifier: BSD-3-Clause
#include "measure/global_clock.hpp"

namespace strobe::measure {
namespace {

double weight(const OffsetSample& sample) {
  const double round_trip_ns = std::max(1.0, sample.round_trip_ns);
  return 1.0 / (round_trip_ns * round_trip_ns);
}

}  // namespace

GlobalClock fit_offsets(std::span<const OffsetSample> samples) {
  GlobalClock clock;
  if (samples.empty()) return clock;
  clock.reference_ns = samples.front().local_ns;
  // An offset is wrong by up to half of its round trip, so its weight falls with the square of
  // that.
  double weight_sum = 0.0;
  for (const OffsetSample& sample : samples) weight_sum += weight(sample);
  double x_mean = 0.0;
  double y_mean = 0.0;
  double smallest = std::numeric_limits<double>::infinity();
  for (const OffsetSample& sample : samples) {
    const double part = weight(sample) / weight_sum;
    x_mean += part * static_cast<double>(sample.local_ns - clock.reference_ns);
    y_mean += part * sample.offset_ns;
    smallest = std::min(smallest, sample.round_trip_ns);
  }
  double xy = 0.0;
  double xx = 0.0;
  for (const OffsetSample& sample : samples) {
    const double x = static_cast<double>(sample.local_ns - clock.reference_ns) - x_mean;
    xy += weight(sample) * x * (sample.offset_ns - y_mean);
    xx += weight(sample) * x * x;
  }
  clock.drift = xx > 0.0 ? xy / xx : 0.0;
  clock.offset_ns = y_mean - clock.drift * x_mean;
  clock.error_ns = smallest / 2.0;
  return clock;
}

}  // namespace strobe::measure
