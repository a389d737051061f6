// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/check/missing_members.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace strobe::bcs::check {
namespace {

/// A call of a collective; its end is one event later.
OrderEvent call(std::uint32_t communicator, std::uint32_t number, std::uint16_t members) {
  return {.kind = OrderEvent::Kind::collective_begins,
          .members = members,
          .of = communicator * 100 + number,
          .peer = communicator,
          .number = number,
          .tag = 3};
}

Order order_of(const std::vector<OrderEvent>& calls) {
  Order order;
  for (const OrderEvent& call : calls) {
    order.events.push_back(call);
    order.events.push_back({.kind = OrderEvent::Kind::collective_ends,
                            .of = static_cast<std::uint32_t>(order.events.size() - 1)});
  }
  return order;
}

TEST(MissingMembers, AreNoneIfAllHaveCalled) {
  EXPECT_FALSE(incomplete_collective(
      {order_of({call(1, 0, 2), call(2, 0, 1)}), order_of({call(1, 0, 2)}), order_of({})}));
}

TEST(MissingMembers, AreFoundWithTheFirstCall) {
  const auto found = incomplete_collective({order_of({call(1, 0, 3)}),
                                            order_of({call(1, 0, 3), call(1, 1, 3), call(1, 2, 3)}),
                                            order_of({call(1, 0, 3), call(1, 1, 3)})});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->rank, 1);
  EXPECT_EQ(found->place, 101U);
  EXPECT_EQ(found->kind, 3);
  EXPECT_EQ(found->callers, 2);
  EXPECT_EQ(found->members, 3);
}

TEST(MissingMembers, AreNoneOfACallThatIsNeverCompleted) {
  EXPECT_FALSE(incomplete_collective({{.events = {call(1, 0, 2)}}, {}}));
}

TEST(MissingMembers, AreNotKnownIfAnOrderIsNotWhole) {
  EXPECT_FALSE(incomplete_collective({order_of({call(1, 0, 2)}), {.is_whole = false}}));
}

TEST(MissingMembers, OfCommunicatorsApartAreCountedTogether) {
  const Order order = order_of({call(1, 0, 2)});
  EXPECT_FALSE(incomplete_collective({order, order, order, order}));
}

}  // namespace
}  // namespace strobe::bcs::check
