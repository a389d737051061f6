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

namespace strobe::schedule {
namespace {

constexpr double near_s = 1e-9;

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
  for (const double end_s : ends_s(2.0, 6)) EXPECT_NEAR(end_s, 3.0, near_s);
  for (const double end_s : ends_s(2.5, 5)) EXPECT_NEAR(end_s, 2.0, near_s);
}

TEST(Transfers, ThatStartLaterSlowDownOnlyTheRest) {
  Transfers all(1.0);
  all.start(0.0, 1.0, 7);
  all.start(0.5, 1.0, 8);
  // Half a second alone, then a second for the other half.
  EXPECT_NEAR(*all.next_s(), 1.5, near_s);
  EXPECT_EQ(all.end_next(), 7U);
  EXPECT_NEAR(*all.next_s(), 2.0, near_s);
  EXPECT_EQ(all.end_next(), 8U);
  EXPECT_FALSE(all.next_s());
}

TEST(Transfers, ThatAreNotCountedAreSlowedDownAndSlowDownNone) {
  Transfers all(1.0);
  all.start(0.0, 1.0, 0);
  all.start(0.0, 1.0, 1, false);
  EXPECT_NEAR(*all.next_s(), 1.0, near_s);
  all.start(0.0, 1.0, 2);
  EXPECT_NEAR(*all.next_s(), 2.0, near_s);
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

}  // namespace
}  // namespace strobe::schedule
