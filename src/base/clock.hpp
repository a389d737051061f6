// SPDX-License-Identifier: BSD-3-Clause
//
// The clock of the samples: the system's monotonic clock, which all processes of a node share.
#pragma once

#include <chrono>
#include <ctime>

namespace strobe::base {

/// Time since the node started; the same for every process of the node.
[[nodiscard]] inline std::chrono::nanoseconds monotonic_now() {
  return std::chrono::steady_clock::now().time_since_epoch();
}

[[nodiscard]] inline double to_seconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

/// The time that this thread has used its processor.
[[nodiscard]] inline double processor_time_s() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}
/// Computes until this thread has used its processor for so much longer.
void use_processor(double seconds);

/// The result of a calibration of the clock and of the empty measured loop. All in seconds.
struct Calibration {
  double resolution_s = 0.0;  ///< the smallest difference between two readings
  double clock_s = 0.0;       ///< the median cost of one reading; every sample contains one
  double loop_s_per_operation =
      0.0;  ///< the median cost of one iteration of base::repeat with an empty body
};

/// Takes about 5 ms.
[[nodiscard]] Calibration calibrate_clock();

}  // namespace strobe::base
