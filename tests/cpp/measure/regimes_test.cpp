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
constexpr double alone_s = 1.8e-9;
constexpr double shared_s = 2.4e-9;

/// A reading with undisturbed cores, unless the argument says otherwise.
SentinelReading at(double exchange_s, double work_s = alone_s) {
  return {.exchange_s = exchange_s, .work_s = work_s, .least_work_s = alone_s};
}

TEST(Regimes, TellTwoSpeedsApartThroughTheirNoise) {
  Regimes regimes;
  base::Random random(1);
  int found = 0;
  for (int i = 0; i < 2000; ++i) {
    const bool is_slow = (i / 100) % 2 == 1;
    // Within a regime, measured readings differ by a factor of up to 1.35.
    const double noise = std::exp(0.3 * (random.uniform() - 0.5));
    const auto classified = regimes.classify(at((is_slow ? slow_s : fast_s) * noise));
    ASSERT_EQ(classified.regime, is_slow ? 1 : 0) << i;
    found += classified.is_new ? 1 : 0;
  }
  EXPECT_EQ(found, 2);
}

TEST(Regimes, AFirstReadingAtTheEdgeDoesNotSplitASpeed) {
  Regimes regimes;
  EXPECT_TRUE(regimes.classify(at(fast_s / 1.3)).is_new);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(regimes.classify(at(fast_s)).regime, 0);
  EXPECT_EQ(regimes.classify(at(fast_s * 1.35)).regime, 0);
}

TEST(Regimes, WithoutASentinelNothingIsWanted) {
  Regimes regimes;
  EXPECT_EQ(regimes.reference(), std::nullopt);
  (void)regimes.classify(at(fast_s));
  EXPECT_EQ(regimes.reference(), std::nullopt);
  regimes.count_visit(regime_unknown);
  regimes.count_visit(regime_disturbed);
  EXPECT_EQ(regimes.reference(), std::nullopt);
}

TEST(Regimes, WantTheFastestSpeedWhicheverCameFirst) {
  Regimes regimes;
  const Regime slow = regimes.classify(at(slow_s)).regime;
  regimes.count_visit(slow);
  EXPECT_EQ(regimes.reference(), slow);
  const Regime fast = regimes.classify(at(fast_s)).regime;
  EXPECT_EQ(regimes.reference(), slow);
  regimes.count_visit(fast);
  EXPECT_EQ(regimes.reference(), fast);
}

TEST(Regimes, AGlimpseOfAFasterMachineIsNotWaitedFor) {
  Regimes regimes;
  const Regime slow = regimes.classify(at(slow_s)).regime;
  const Regime fast = regimes.classify(at(fast_s)).regime;
  for (int i = 0; i < 19; ++i) regimes.count_visit(slow);
  regimes.count_visit(fast);
  EXPECT_EQ(regimes.reference(), slow);
  regimes.count_visit(fast);
  regimes.count_visit(fast);
  EXPECT_EQ(regimes.reference(), fast);
}

TEST(Regimes, AVisitBetweenTwoSpeedsIsDisturbed) {
  Regimes regimes;
  const Regime fast = regimes.classify(at(fast_s)).regime;
  const Regime slow = regimes.classify(at(slow_s)).regime;
  EXPECT_EQ(regimes.between(fast, fast), fast);
  EXPECT_EQ(regimes.between(fast, slow), regime_disturbed);
  EXPECT_EQ(regimes.between(slow, fast), regime_disturbed);
  EXPECT_EQ(regimes.between(regime_unknown, regime_unknown), regime_unknown);
  // A partner that answered at one end only makes a disturbed visit.
  EXPECT_EQ(regimes.between(fast, regime_unknown), regime_disturbed);
}

TEST(Regimes, CoresThatAreSharedAreASpeedOfTheirOwn) {
  Regimes regimes;
  base::Random random(2);
  int found = 0;
  for (int i = 0; i < 2000; ++i) {
    const bool is_shared = (i / 7) % 3 == 1;
    // On an undisturbed core the work was seen to vary by 1 %; a neighbour slows it.
    const double work_s = is_shared ? alone_s * (1.2 + 0.5 * random.uniform())
                                    : alone_s * (1.0 + 0.01 * random.uniform());
    const auto classified = regimes.classify(at(fast_s, work_s));
    ASSERT_EQ(classified.regime, is_shared ? 1 : 0) << i;
    found += classified.is_new ? 1 : 0;
  }
  EXPECT_EQ(found, 2);
}

TEST(Regimes, AVisitThatMetANeighbourAtOneEndWasSpentBesideOne) {
  Regimes regimes;
  const Regime alone = regimes.classify(at(fast_s)).regime;
  const Regime shared = regimes.classify(at(fast_s, shared_s)).regime;
  const Regime slow = regimes.classify(at(slow_s, shared_s)).regime;
  EXPECT_EQ(regimes.between(alone, shared), shared);
  EXPECT_EQ(regimes.between(shared, alone), shared);
  EXPECT_EQ(regimes.between(alone, slow), regime_disturbed);
}

TEST(Regimes, WantCoresAloneUnlessTheyHardlyEverAre) {
  Regimes regimes;
  const Regime shared = regimes.classify(at(fast_s, shared_s)).regime;
  const Regime alone = regimes.classify(at(1.2 * fast_s)).regime;
  for (int i = 0; i < 8; ++i) regimes.count_visit(shared);
  for (int i = 0; i < 2; ++i) regimes.count_visit(alone);
  EXPECT_EQ(regimes.reference(), shared);
  for (int i = 0; i < 2; ++i) regimes.count_visit(alone);
  EXPECT_EQ(regimes.reference(), alone) << "although its exchange takes a little longer";
}

TEST(Regimes, TheFasterExchangeIsWantedBesideANeighbourToo) {
  Regimes regimes;
  const Regime slow = regimes.classify(at(slow_s)).regime;
  const Regime fast = regimes.classify(at(fast_s, shared_s)).regime;
  regimes.count_visit(slow);
  regimes.count_visit(fast);
  EXPECT_EQ(regimes.reference(), fast);
}

TEST(Regimes, GoOnWithThoseOfAnEarlierPart) {
  Regimes regimes({{.exchange_s = 2e-7, .work_s = alone_s},
                   {.exchange_s = 4e-8, .work_s = shared_s, .shared = true}});
  EXPECT_EQ(regimes.classify(at(4.1e-8, shared_s)).regime, 1);
  EXPECT_FALSE(regimes.classify(at(1.9e-7)).is_new);
  EXPECT_EQ(regimes.classify(at(6e-6)).regime, 2);
}

}  // namespace
}  // namespace strobe::measure
