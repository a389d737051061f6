// SPDX-License-Identifier: BSD-3-Clause
#include "base/clock.hpp"

#include <gtest/gtest.h>

#include <chrono>

#include "base/opaque.hpp"

namespace strobe::base {
namespace {

TEST(Clock, NeverGoesBack) {
  auto last = monotonic_now();
  for (int i = 0; i < 100000; ++i) {
    const auto now = monotonic_now();
    ASSERT_GE(now, last);
    last = now;
  }
}

TEST(Clock, CountsSeconds) { EXPECT_DOUBLE_EQ(to_seconds(std::chrono::milliseconds(1500)), 1.5); }

TEST(Calibration, FindsFiguresThatAClockAndALoopCanHave) {
  const Calibration calibration = calibrate_clock();
  EXPECT_GE(calibration.resolution_s, 1e-9);
  EXPECT_LE(calibration.resolution_s, 1e-4);
  EXPECT_GT(calibration.clock_s, 1e-9);
  EXPECT_LT(calibration.clock_s, 1e-5);
  // One iteration of the empty loop takes about one cycle, less than any reading of a clock.
  EXPECT_GT(calibration.loop_s_per_operation, 1e-11);
  EXPECT_LT(calibration.loop_s_per_operation, calibration.clock_s);
}

TEST(Repeat, CallsAsOftenAsItIsTold) {
  for (const std::int64_t repetitions : {0, 1, 7, 1000}) {
    std::int64_t calls = 0;
    repeat(repetitions, [&] { ++calls; });
    EXPECT_EQ(calls, repetitions);
  }
}

}  // namespace
}  // namespace strobe::base
