// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/simulation/clock.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "strobe/error.hpp"

namespace strobe::bcs::simulation {
namespace {

constexpr double slice_s = 250e-6;

/// Slices that follow each other without gaps.
std::vector<double> slices_s(Clock clock, int slices) {
  std::vector<double> all;
  double at_s = 0.0;
  for (int i = 0; i < slices; ++i) {
    all.push_back(clock.passes_s(at_s, slice_s));
    at_s += all.back();
  }
  return all;
}

TEST(ClockThatIsRight, LetsASliceLastASlice) {
  for (const std::string_view name : drifts()) {
    Clock clock(drift_named(name), 0.0, 1e-3, 1);
    EXPECT_EQ(clock.passes_s(12.5, slice_s), slice_s) << name;
    EXPECT_EQ(clock.gained_s(12.5), 0.0) << name;
  }
}

TEST(ClockThatGains, HasShorterSlices) {
  Clock clock(Drift::constant, 0.25, 1.0, 1);
  EXPECT_NEAR(clock.passes_s(0.0, slice_s), slice_s / 1.25, 1e-16);
  EXPECT_NEAR(clock.passes_s(3.0, slice_s), slice_s / 1.25, 1e-15);
  Clock slow(Drift::constant, -0.25, 1.0, 1);
  EXPECT_NEAR(slow.passes_s(0.0, slice_s), slice_s / 0.75, 1e-16);
}

/// For every shape: the gain is the integral of the rate, and `passes_s` is consistent with it.
TEST(ClockOfAnyShape, GainsWhatItsRateSays) {
  for (const std::string_view name : drifts()) {
    Clock clock(drift_named(name), 0.1, 3e-3, 2);
    double added_s = 0.0;
    constexpr double step_s = 1e-6;
    for (int i = 0; i < 20'000; ++i) added_s += step_s * clock.rate_at((i + 0.5) * step_s);
    EXPECT_NEAR(clock.gained_s(20'000 * step_s), added_s, 1e-8) << name;
    for (const double from_s : {0.0, 1e-3, 7.3e-3}) {
      const double passes_s = clock.passes_s(from_s, slice_s);
      EXPECT_NEAR(passes_s + clock.gained_s(from_s + passes_s) - clock.gained_s(from_s), slice_s,
                  1e-15)
          << name;
    }
  }
}

TEST(ClockThatDriftsLinearly, HasTwiceTheRateInTwiceTheTime) {
  Clock clock(Drift::linear, 1e-3, 2.0, 1);
  EXPECT_DOUBLE_EQ(clock.rate_at(2.0), 1e-3);
  EXPECT_DOUBLE_EQ(clock.rate_at(4.0), 2 * clock.rate_at(2.0));
  EXPECT_DOUBLE_EQ(clock.gained_s(4.0), 4 * clock.gained_s(2.0));
  // No rate is above the highest one.
  EXPECT_DOUBLE_EQ(clock.rate_at(1e6), Clock::highest_rate);
  EXPECT_NEAR(clock.gained_s(1e6 + 1) - clock.gained_s(1e6), Clock::highest_rate, 1e-9);
}

TEST(ClockThatDriftsPeriodically, GainsNothingInAWholePeriod) {
  Clock clock(Drift::periodic, 0.01, 20e-3, 1);
  EXPECT_DOUBLE_EQ(clock.rate_at(5e-3), 0.01);
  EXPECT_DOUBLE_EQ(clock.rate_at(15e-3), -0.01);
  EXPECT_NEAR(clock.gained_s(20e-3), 0.0, 1e-18);
  EXPECT_GT(clock.gained_s(10e-3), 1e-5);
  const std::vector<double> all = slices_s(clock, 80);
  double sum_s = 0.0;
  for (const double one_s : all) sum_s += one_s;
  EXPECT_NEAR(sum_s, 80 * slice_s, 1e-12);
  EXPECT_LT(all[20], 0.992 * slice_s);
  EXPECT_GT(all[60], 1.008 * slice_s);
}

TEST(ClockThatWalks, IsContinuousAndRepeatsWithItsSeed) {
  constexpr double period_s = 1e-3;
  Clock clock(Drift::random_walk, 0.01, period_s, 9);
  double squares = 0.0;
  for (int i = 1; i <= 10'000; ++i) {
    const double at_s = i * period_s;
    EXPECT_NEAR(clock.rate_at(at_s - 1e-12), clock.rate_at(at_s + 1e-12), 1e-9);
    const double step = clock.rate_at(at_s) - clock.rate_at(at_s - period_s);
    EXPECT_LE(std::abs(clock.rate_at(at_s)), Clock::highest_rate);
    squares += step * step;
  }
  EXPECT_NEAR(std::sqrt(squares / 10'000), 0.01, 0.0003);
  const auto walked = [](std::uint64_t seed) {
    return slices_s(Clock(Drift::random_walk, 0.01, period_s, seed), 200);
  };
  EXPECT_EQ(walked(9), walked(9));
  EXPECT_NE(walked(9), walked(10));
  // The order in which times are asked for does not change the results.
  Clock asked(Drift::random_walk, 0.01, period_s, 9);
  static_cast<void>(asked.gained_s(5.0));
  EXPECT_EQ(asked.gained_s(0.01), Clock(Drift::random_walk, 0.01, period_s, 9).gained_s(0.01));
}

TEST(ClockOfAnUnknownShape, IsRefused) {
  EXPECT_THROW(static_cast<void>(drift_named("sideways")), Error);
}

}  // namespace
}  // namespace strobe::bcs::simulation
