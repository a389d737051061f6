// SPDX-License-Identifier: BSD-3-Clause
#include "measure/regimes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "base/random.hpp"
#include "support/distributions.hpp"

namespace strobe::measure {
namespace {

constexpr double fast_s = 45e-9;
constexpr double slow_s = 200e-9;

TEST(Regimes, TellTwoSpeedsApartThroughTheirNoise) {
  Regimes regimes;
  base::Random random(1);
  int found = 0;
  for (int i = 0; i < 2000; ++i) {
    const bool is_slow = (i / 100) % 2 == 1;
    // Within a speed, readings were seen to differ by 1.35 from end to end.
    const double noise = std::exp(0.3 * (random.uniform() - 0.5));
    const auto classified = regimes.classify((is_slow ? slow_s : fast_s) * noise);
    ASSERT_EQ(classified.regime, is_slow ? 1 : 0) << i;
    found += classified.is_new ? 1 : 0;
  }
  EXPECT_EQ(found, 2);
}

TEST(Regimes, AFirstReadingAtTheEdgeDoesNotSplitASpeed) {
  Regimes regimes;
  EXPECT_TRUE(regimes.classify(fast_s / 1.3).is_new);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(regimes.classify(fast_s).regime, 0);
  EXPECT_EQ(regimes.classify(fast_s * 1.35).regime, 0);
}

TEST(Regimes, WithoutASentinelNothingIsWanted) {
  Regimes regimes;
  EXPECT_EQ(regimes.reference(), std::nullopt);
  (void)regimes.classify(fast_s);
  EXPECT_EQ(regimes.reference(), std::nullopt);
  regimes.count_visit(regime_unknown);
  regimes.count_visit(regime_disturbed);
  EXPECT_EQ(regimes.reference(), std::nullopt);
}

TEST(Regimes, WantTheFastestSpeedWhicheverCameFirst) {
  Regimes regimes;
  const Regime slow = regimes.classify(slow_s).regime;
  regimes.count_visit(slow);
  EXPECT_EQ(regimes.reference(), slow);
  const Regime fast = regimes.classify(fast_s).regime;
  EXPECT_EQ(regimes.reference(), slow);
  regimes.count_visit(fast);
  EXPECT_EQ(regimes.reference(), fast);
}

TEST(Regimes, AGlimpseOfAFasterMachineIsNotWaitedFor) {
  Regimes regimes;
  const Regime slow = regimes.classify(slow_s).regime;
  const Regime fast = regimes.classify(fast_s).regime;
  for (int i = 0; i < 19; ++i) regimes.count_visit(slow);
  regimes.count_visit(fast);
  EXPECT_EQ(regimes.reference(), slow);
  regimes.count_visit(fast);
  regimes.count_visit(fast);
  EXPECT_EQ(regimes.reference(), fast);
}

TEST(Regimes, AVisitBetweenTwoSpeedsIsDisturbed) {
  EXPECT_EQ(Regimes::between(0, 0), 0);
  EXPECT_EQ(Regimes::between(0, 1), regime_disturbed);
  EXPECT_EQ(Regimes::between(1, 0), regime_disturbed);
  EXPECT_EQ(Regimes::between(regime_unknown, regime_unknown), regime_unknown);
  // A partner that answered once and then did not was disturbed.
  EXPECT_EQ(Regimes::between(0, regime_unknown), regime_disturbed);
}

TEST(Regimes, GoOnWithThoseOfAnEarlierPart) {
  Regimes regimes({2e-7, 4e-8});
  EXPECT_EQ(regimes.classify(4.1e-8).regime, 1);
  EXPECT_FALSE(regimes.classify(1.9e-7).is_new);
  EXPECT_EQ(regimes.classify(6e-6).regime, 2);
}

}  // namespace
}  // namespace strobe::measure
