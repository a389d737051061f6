// SPDX-License-Identifier: BSD-3-Clause
#include "base/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <vector>

#include "base/random.hpp"
#include "strobe/error.hpp"
#include "support/distributions.hpp"

namespace strobe::base {
namespace {

using strobe::testing::autoregressive;
using Samples = std::vector<double>;

TEST(Median, LiesInTheMiddle) {
  EXPECT_EQ(median(Samples{3.0}), 3.0);
  EXPECT_EQ(median(Samples{9.0, 1.0, 5.0}), 5.0);
  EXPECT_EQ(median(Samples{4.0, 1.0, 2.0, 100.0}), 3.0);
}

TEST(Quantile, IsInterpolatedBetweenSamples) {
  const Samples sorted{10.0, 20.0, 30.0, 40.0, 50.0};
  EXPECT_EQ(quantile_of_sorted(sorted, 0.0), 10.0);
  EXPECT_EQ(quantile_of_sorted(sorted, 1.0), 50.0);
  EXPECT_DOUBLE_EQ(quantile_of_sorted(sorted, 0.25), 20.0);
  EXPECT_DOUBLE_EQ(quantile_of_sorted(sorted, 0.9), 46.0);
}

TEST(Statistics, OfNoSamplesIsRefused) {
  EXPECT_THROW((void)median({}), Error);
  EXPECT_THROW((void)quantile_of_sorted({}, 0.5), Error);
  EXPECT_THROW((void)median_interval({}, 0.95), Error);
}

TEST(MedianInterval, AgreesWithThePythonHalf) {
  std::ifstream file(STROBE_GOLDEN "/median_interval.json");
  const nlohmann::json cases = nlohmann::json::parse(file);
  ASSERT_GE(cases.size(), 50u);
  for (const auto& golden : cases) {
    const auto samples = golden["samples"].get<Samples>();
    SCOPED_TRACE(golden.dump());
    const Interval interval = median_interval(samples, golden["confidence"]);
    EXPECT_EQ(interval.median, golden["median"].get<double>());
    EXPECT_EQ(interval.low, golden["low"].get<double>());
    EXPECT_EQ(interval.high, golden["high"].get<double>());
    EXPECT_EQ(interval.whole_range, golden["whole_range"].get<bool>());
  }
}

TEST(MedianInterval, WidensWithFewerEffectiveSamples) {
  Samples sorted(400);
  std::iota(sorted.begin(), sorted.end(), 1000.0);
  double width = 0.0;
  for (const double effective : {400.0, 200.0, 100.0, 50.0, 25.0, 12.0, 5.0}) {
    const Interval interval = median_interval_of_sorted(sorted, 0.95, effective);
    EXPECT_EQ(interval.median, 1199.5);
    EXPECT_GT(interval.high - interval.low, width) << effective;
    width = interval.high - interval.low;
  }
  // A quarter of the samples has half of the precision.
  const auto half_width = [&](double effective) {
    return median_interval_of_sorted(sorted, 0.95, effective).relative_half_width();
  };
  EXPECT_NEAR(half_width(100.0) / half_width(400.0), 2.0, 0.15);
  EXPECT_TRUE(median_interval_of_sorted(sorted, 0.95, 5.9).whole_range);
}

TEST(MedianInterval, HoldsTheMedianAsOftenAsItPromises) {
  // The exact coverage is that of a binomial variable; the formula rounds the ranks outwards.
  constexpr int trials = 4000;
  for (const double confidence : {0.9, 0.95, 0.99}) {
    Random random(17);
    int held = 0;
    for (int trial = 0; trial < trials; ++trial) {
      Samples samples(75);
      for (double& sample : samples) sample = random.uniform();
      const Interval interval = median_interval(samples, confidence);
      held += interval.low <= 0.5 && 0.5 <= interval.high ? 1 : 0;
    }
    const double share = static_cast<double>(held) / trials;
    EXPECT_GT(share, confidence - 0.01);
    EXPECT_LT(share, confidence + 0.5 * (1.0 - confidence));
  }
}

TEST(RelativeHalfWidth, IsInfiniteWhereTheMedianIsZero) {
  EXPECT_DOUBLE_EQ((Interval{.median = 10.0, .low = 9.0, .high = 12.0}).relative_half_width(),
                   0.15);
  EXPECT_DOUBLE_EQ((Interval{.median = -10.0, .low = -12.0, .high = -9.0}).relative_half_width(),
                   0.15);
  EXPECT_EQ((Interval{.median = 0.0, .low = -1.0, .high = 1.0}).relative_half_width(),
            std::numeric_limits<double>::infinity());
}

TEST(NormalQuantile, IsTheInverseOfTheDistribution) {
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-14);
  EXPECT_NEAR(normal_quantile(0.995), 2.5758293035489004, 1e-14);
  EXPECT_NEAR(normal_quantile(0.5), 0.0, 1e-15);
  EXPECT_NEAR(normal_quantile(1e-10), -6.361340902404056, 1e-12);
}

TEST(NormalQuantile, IsSymmetricAsFarOutAsDoublesReach) {
  for (const double tail : {0x1p-2, 0x1p-5, 0x1p-6, 0x1p-10, 0x1p-20, 0x1p-30, 0x1p-40, 0x1p-50}) {
    EXPECT_NEAR(normal_quantile(1.0 - tail), -normal_quantile(tail), 1e-12) << tail;
  }
}

TEST(NormalQuantile, RefusesWhatIsNoProbability) {
  for (const double p : {0.0, 1.0, -0.5, 1.5, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_THROW((void)normal_quantile(p), Error) << p;
  }
}

TEST(Lag1, FindsTheCorrelationThatWasPutIn) {
  for (const double correlation : {-0.5, 0.0, 0.3, 0.6, 0.9}) {
    Random random(3);
    const Samples sequence = autoregressive(20000, correlation, random);
    // The ranks of normal variables have a slightly smaller correlation (Kruskal 1958).
    const double of_ranks = 6.0 / std::numbers::pi * std::asin(correlation / 2.0);
    EXPECT_NEAR(lag1_autocorrelation(sequence), of_ranks, 0.02) << correlation;
  }
}

TEST(Lag1, IsNotMovedByOneWildSample) {
  Random random(4);
  Samples sequence = autoregressive(500, 0.7, random);
  const double before = lag1_autocorrelation(sequence);
  sequence[250] = 1e9;
  EXPECT_NEAR(lag1_autocorrelation(sequence), before, 0.02);
}

TEST(Lag1, IsZeroWhereThereIsNothingToCorrelate) {
  EXPECT_EQ(lag1_autocorrelation({}), 0.0);
  EXPECT_EQ(lag1_autocorrelation(Samples{1.0, 2.0}), 0.0);
  EXPECT_EQ(lag1_autocorrelation(Samples(10, 5.0)), 0.0);
}

TEST(Lag1, OfTwoValuesInHalvesIsNearlyOne) {
  Samples halves(200, 1.0);
  std::fill(halves.begin() + 100, halves.end(), 2.0);
  EXPECT_GT(lag1_autocorrelation(halves), 0.95);
}

TEST(EffectiveSamples, ShrinkWithPositiveCorrelationAlone) {
  EXPECT_DOUBLE_EQ(effective_samples(100.0, 0.0), 100.0);
  EXPECT_DOUBLE_EQ(effective_samples(100.0, -0.4), 100.0);
  EXPECT_DOUBLE_EQ(effective_samples(100.0, 0.5), 100.0 / 3.0);
  EXPECT_DOUBLE_EQ(effective_samples(100.0, 0.999), 1.0);
}

TEST(EffectiveSamples, PredictTheSpreadOfAMean) {
  Random random(5);
  constexpr int means = 2000;
  double square = 0.0;
  for (int i = 0; i < means; ++i) {
    const Samples sequence = autoregressive(200, 0.6, random);
    const double mean = std::accumulate(sequence.begin(), sequence.end(), 0.0) / 200.0;
    square += mean * mean / means;
  }
  EXPECT_NEAR(1.0 / square / effective_samples(200.0, 0.6), 1.0, 0.1);
}

}  // namespace
}  // namespace strobe::base
