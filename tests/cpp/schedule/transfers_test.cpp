// SPDX-License-Identifier: BSD-3-Clause
//
// Transfers that share links: alone, at the limit, above it, and in predictions of patterns.
#include "schedule/transfers.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "schedule/catalogue.hpp"
#include "schedule/cost.hpp"
#include "schedule/exchange.hpp"
#include "schedule/rooted.hpp"
#include "strobe/error.hpp"

namespace strobe::schedule {
namespace {

constexpr double tolerance_s = 1e-9;

/// The ends of transfers that start together and take a second each.
std::vector<double> ends_s(double parallel, int transfers) {
  Transfers all(parallel);
  for (int i = 0; i < transfers; ++i) all.start(0.0, 1.0, static_cast<std::uint64_t>(i));
  std::vector<double> ends;
  while (const auto next_s = all.next_s()) {
    ends.push_back(*next_s);
    EXPECT_EQ(all.end_next(), ends.size() - 1) << "the order of starts";
  }
  return ends;
}

TEST(Transfers, UpToTheLimitShareNothing) {
  for (const double parallel : {2.0, 3.5, unlimited_transfers}) {
    EXPECT_EQ(ends_s(parallel, 2), (std::vector{1.0, 1.0}));
  }
}

TEST(Transfers, AboveTheLimitTakeLongerInProportion) {
  for (const double end_s : ends_s(2.0, 6)) EXPECT_NEAR(end_s, 3.0, tolerance_s);
  for (const double end_s : ends_s(2.5, 5)) EXPECT_NEAR(end_s, 2.0, tolerance_s);
}

TEST(Transfers, ThatStartLaterSlowDownOnlyTheRest) {
  Transfers all(1.0);
  all.start(0.0, 1.0, 7);
  all.start(0.5, 1.0, 8);
  // Half a second alone, then a second for the other half.
  EXPECT_NEAR(*all.next_s(), 1.5, tolerance_s);
  EXPECT_EQ(all.end_next(), 7U);
  EXPECT_NEAR(*all.next_s(), 2.0, tolerance_s);
  EXPECT_EQ(all.end_next(), 8U);
  EXPECT_FALSE(all.next_s());
}

TEST(Transfers, ThatAreNotCountedAreSlowedDownAndSlowDownNone) {
  Transfers all(1.0);
  all.start(0.0, 1.0, 0);
  all.start(0.0, 1.0, 1, false);
  EXPECT_NEAR(*all.next_s(), 1.0, tolerance_s);
  all.start(0.0, 1.0, 2);
  EXPECT_NEAR(*all.next_s(), 2.0, tolerance_s);
}

Costs shared(double parallel) {
  return {.send = {0.2, 0.5},
          .complete = {0.3, 1.6},
          .copy = {},
          .operate = {0.4, 0.0},
          .parallel_transfers = parallel};
}

TEST(Sharing, WithRoomForAllMessagesChangesNoPattern) {
  for (const Pattern& pattern : patterns()) {
    for (const int ranks : {2, 7, 16}) {
      for (const Collective collective :
           {Collective::broadcast, Collective::reduce, Collective::reduce_and_broadcast}) {
        if (!pattern.is_topology && collective != Collective::broadcast) continue;
        const PatternOptions options{.ranks = ranks, .repetitions = 3, .collective = collective};
        const auto alone = finish_times_s(pattern.name, options, 10.0, shared(unlimited_transfers));
        const auto found = finish_times_s(pattern.name, options, 10.0, shared(1e6));
        ASSERT_EQ(found.size(), alone.size());
        for (std::size_t rank = 0; rank < alone.size(); ++rank) {
          ASSERT_NEAR(found[rank], alone[rank], 1e-6) << pattern.name << " of " << ranks;
        }
      }
    }
  }
}

TEST(Sharing, SlowsDownAnExchangeByItsMessagesOverTheLimit) {
  // All ranks send in each step of an exchange: T_c is start + (P / k) N per byte.
  for (const int size : {4, 8, 32}) {
    for (const double parallel : {1.0, 2.0, 2.5}) {
      const auto exchange = [size](int rank) {
        return allreduce_by_doubling({.rank = rank, .size = size});
      };
      const double rounds = std::log2(size);
      const Prediction found = predict(size, exchange, 10.0, shared(parallel));
      EXPECT_NEAR(found.last_s(), rounds * (0.3 + size / parallel * 16.0 + 0.4), 1e-6);
    }
  }
}

TEST(Sharing, LeavesARingAloneWhoseMessagesFollowEachOther) {
  const auto ring = [](int rank) {
    return broadcast({Family::increasing_ring, 1}, {.rank = rank, .size = 9});
  };
  EXPECT_NEAR(predict(9, ring, 10.0, shared(1.0)).last_s(), 8 * (0.3 + 16.0), 1e-6);
}

TEST(Sharing, SlowsDownABroadcastTreeInItsLastSteps) {
  // One message, two and four in the three steps of 8 ranks; T_s is T_c.
  const auto tree = [](int rank) { return broadcast(binomial, {.rank = rank, .size = 8}); };
  Costs costs = shared(2.0);
  costs.send = costs.complete = {0.0, 1.0};
  EXPECT_NEAR(predict(8, tree, 10.0, costs).last_s(), 10.0 + 10.0 + 20.0, 1e-6);
}

/// Sends that start at once, and take 0.3 + 16 seconds alone.
Costs at_once() {
  Costs costs = shared(unlimited_transfers);
  costs.send = costs.complete;
  costs.sends_at_once = true;
  return costs;
}

TEST(SendsAtOnce, ShareTheLinkOfTheirRank) {
  // All messages of a root that sends to all arrive together, and pay for one start-up.
  for (const int size : {2, 3, 8}) {
    const auto all = [size](int rank) {
      return broadcast(fully_connected, {.rank = rank, .size = size});
    };
    const Prediction found = predict(size, all, 10.0, at_once());
    for (const double finish_s : found.finish_s) {
      EXPECT_NEAR(finish_s, 0.3 + (size - 1) * 16.0, 1e-6) << size;
    }
  }
}

TEST(SendsAtOnce, OfDifferentRanksShareNothing) {
  // The root of 4 ranks sends two messages at once; the rank that forwards one starts when it has
  // it, while nothing else is on its link.
  const auto tree = [](int rank) { return broadcast(binomial, {.rank = rank, .size = 4}); };
  EXPECT_NEAR(predict(4, tree, 10.0, at_once()).last_s(), (0.3 + 2 * 16.0) + (0.3 + 16.0), 1e-6);
  const auto exchange = [](int rank) { return allreduce_by_doubling({.rank = rank, .size = 8}); };
  Costs in_turn = at_once();
  in_turn.sends_at_once = false;
  EXPECT_NEAR(predict(8, exchange, 10.0, at_once()).last_s(),
              predict(8, exchange, 10.0, in_turn).last_s(), 1e-6);
}

TEST(SendsAtOnce, EndBeforeTheNextRepetition) {
  const auto all = [](int rank) { return broadcast(fully_connected, {.rank = rank, .size = 3}); };
  EXPECT_NEAR(predict(3, all, 10.0, at_once(), 4).last_s(), 4 * (0.3 + 2 * 16.0), 1e-6);
}

TEST(SendsAtOnce, OfEveryPatternEnd) {
  for (const Pattern& pattern : patterns()) {
    for (const int ranks : {1, 2, 7, 16}) {
      const PatternOptions options{.ranks = ranks, .repetitions = 2};
      EXPECT_EQ(finish_times_s(pattern.name, options, 10.0, at_once()).size(),
                static_cast<std::size_t>(ranks));
    }
  }
}

TEST(SendsAtOnce, AndALimitForAllMessagesAreRefused) {
  Costs both = at_once();
  both.parallel_transfers = 2.0;
  EXPECT_THROW((void)predict(2, [](int) { return Steps{}; }, 1.0, both), Error);
}

}  // namespace
}  // namespace strobe::schedule
