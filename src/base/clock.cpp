// SPDX-License-Identifier: BSD-3-Clause
#include "base/clock.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/opaque.hpp"
#include "base/statistics.hpp"

namespace strobe::base {

void use_processor(double seconds) {
  const double end_s = processor_time_s() + seconds;
  while (processor_time_s() < end_s) {
  }
}

Calibration calibrate_clock() {
  constexpr int rounds = 101;
  constexpr std::int64_t readings = 256;
  constexpr std::int64_t turns = 16384;
  std::vector<double> reading_s;
  std::vector<double> turn_s;
  std::chrono::nanoseconds step = std::chrono::hours(1);
  for (int round = 0; round < rounds; ++round) {
    const auto begin = monotonic_now();
    auto last = begin;
    repeat(readings, [&] {
      const auto now = monotonic_now();
      if (now > last) step = std::min(step, now - last);
      last = now;
    });
    reading_s.push_back(to_seconds(last - begin) / static_cast<double>(readings));
    const auto loop_begin = monotonic_now();
    repeat(turns, [] {});
    const auto loop_end = monotonic_now();
    turn_s.push_back(to_seconds(loop_end - loop_begin) / static_cast<double>(turns));
  }
  return {.resolution_s = to_seconds(step),
          .clock_s = median(reading_s),
          .loop_s_per_operation = median(turn_s)};
}

}  // namespace strobe::base
