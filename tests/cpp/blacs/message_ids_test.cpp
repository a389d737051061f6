// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/message_ids.hpp"

#include <gtest/gtest.h>

#include <set>

namespace strobe::blacs {
namespace {

constexpr IdRange range{.lowest = 1000, .highest = 9999};

TEST(MessageIds, SenderAndReceiverAgree) {
  MessageIds sender(range, 2, 3, 0, 1);    // rank 1
  MessageIds receiver(range, 2, 3, 1, 2);  // rank 5
  for (int message = 0; message < 3000; ++message) {
    ASSERT_EQ(sender.next_send(5), receiver.next_receive(1));
    ASSERT_EQ(sender.take_send(5), receiver.take_receive(1));
  }
}

TEST(MessageIds, SourcesAndScopesHaveSubrangesOfTheirOwn) {
  std::set<int> seen;
  int ids = 0;
  MessageIds receiver(range, 2, 3, 1, 2);
  for (int source = 0; source < 6; ++source) {
    for (int message = 0; message < 100; ++message, ++ids) {
      seen.insert(receiver.take_receive(source));
    }
  }
  for (const auto& [scope, members] :
       {std::pair{NaturalScope::row, 3}, std::pair{NaturalScope::column, 2},
        std::pair{NaturalScope::all, 6}}) {
    for (int root = 0; root < members; ++root) {
      for (int operation = 0; operation < 100; ++operation, ++ids) {
        seen.insert(receiver.take_scoped(scope, root));
      }
    }
  }
  EXPECT_EQ(seen.size(), static_cast<std::size_t>(ids));
  EXPECT_GE(*seen.begin(), range.lowest);
  EXPECT_LE(*seen.rbegin(), range.highest);
}

TEST(MessageIds, StayInTheSmallestRangeOfTheLargestGrid) {
  constexpr IdRange small{.lowest = 7, .highest = 14};
  ASSERT_TRUE(small.is_usable());
  MessageIds ids(small, 40, 50, 39, 49);
  for (int rank = 0; rank < 2000; ++rank) {
    for (int message = 0; message < 3; ++message) {
      for (const int id : {ids.take_send(rank), ids.take_receive(rank),
                           ids.take_scoped(NaturalScope::all, rank)}) {
        ASSERT_GE(id, small.lowest);
        ASSERT_LE(id, small.highest);
      }
    }
  }
}

TEST(MessageIds, ARangeMustHoldAnIdForEachSubrange) {
  EXPECT_FALSE((IdRange{.lowest = 0, .highest = 6}.is_usable()));
  EXPECT_FALSE((IdRange{.lowest = -1, .highest = 600}.is_usable()));
  EXPECT_TRUE((IdRange{.lowest = 0, .highest = 2147483647}.is_usable()));
}

TEST(MessageIds, NextDoesNotTakeAnId) {
  MessageIds ids(range, 1, 2, 0, 0);
  const int next = ids.next_scoped(NaturalScope::row, 1);
  EXPECT_EQ(ids.next_scoped(NaturalScope::row, 1), next);
  EXPECT_EQ(ids.take_scoped(NaturalScope::row, 1), next);
  EXPECT_NE(ids.next_scoped(NaturalScope::row, 1), next);
}

}  // namespace
}  // namespace strobe::blacs
