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
  const auto begin = monotonic_now();
  const Calibration calibration = calibrate_clock();
  const double elapsed_s = to_seconds(monotonic_now() - begin);
  EXPECT_GE(calibration.resolution_s, 1e-9);
  EXPECT_LE(calibration.resolution_s, 1e-4);
  EXPECT_GT(calibration.clock_s, 1e-9);
  EXPECT_LT(calibration.clock_s, 1e-5);
  // A turn of the empty loop is about one cycle, and cheaper than any reading of a clock.
  EXPECT_GT(calibration.loop_s_per_operation, 1e-11);
  EXPECT_LT(calibration.loop_s_per_operation, calibration.clock_s);
  EXPECT_LT(elapsed_s, 1.0);
}

TEST(Calibration, IsTheSameTwice) {
  const Calibration first = calibrate_clock();
  const Calibration second = calibrate_clock();
  // Medians of 101 rounds; the rest is what another process's use of the caches may change.
  EXPECT_NEAR(first.clock_s / second.clock_s, 1.0, 0.5);
  EXPECT_NEAR(first.loop_s_per_operation / second.loop_s_per_operation, 1.0, 0.5);
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
