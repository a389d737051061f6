// SPDX-License-Identifier: BSD-3-Clause
#include "measure/global_clock.hpp"

#include <cmath>

namespace strobe::measure {
namespace {

/// The error of an offset is at most half of its round trip, so the weight is the inverse square.
double weight(const OffsetSample& sample) {
  const double round_trip_ns = std::max(1.0, sample.round_trip_ns);
  return 1.0 / (round_trip_ns * round_trip_ns);
}

}  // namespace

GlobalClock fit_offsets(std::span<const OffsetSample> samples) {
  GlobalClock clock;
  if (samples.empty()) return clock;
  const std::int64_t begin_ns = samples.front().local_ns;
  const auto since_begin = [begin_ns](const OffsetSample& sample) {
    return static_cast<double>(sample.local_ns - begin_ns);
  };
  double weight_sum = 0.0;
  for (const OffsetSample& sample : samples) weight_sum += weight(sample);
  double x_mean = 0.0;
  double smallest = std::numeric_limits<double>::infinity();
  for (const OffsetSample& sample : samples) {
    const double part = weight(sample) / weight_sum;
    x_mean += part * since_begin(sample);
    clock.offset_ns += part * sample.offset_ns;
    smallest = std::min(smallest, sample.round_trip_ns);
  }
  double xy = 0.0;
  double xx = 0.0;
  for (const OffsetSample& sample : samples) {
    const double x = since_begin(sample) - x_mean;
    xy += weight(sample) * x * (sample.offset_ns - clock.offset_ns);
    xx += weight(sample) * x * x;
  }
  // The fitted line is most precise in the middle of its samples.
  clock.reference_ns = begin_ns + std::llround(x_mean);
  clock.drift = xx > 0.0 ? xy / xx : 0.0;
  clock.error_ns = smallest / 2.0;
  clock.observed_ns = samples.back().local_ns - begin_ns;
  return clock;
}

GlobalClock with_drift_since(const GlobalClock& earlier, GlobalClock fresh) {
  const std::int64_t between_ns = fresh.reference_ns - earlier.reference_ns;
  if (earlier.observed_ns == 0 || between_ns < fresh.observed_ns) return fresh;
  fresh.drift = (fresh.offset_ns - earlier.offset_ns) / static_cast<double>(between_ns);
  fresh.observed_ns = between_ns;
  return fresh;
}

}  // namespace strobe::measure
