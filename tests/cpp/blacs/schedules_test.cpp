// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/schedules.hpp"

#include <gtest/gtest.h>

#include "schedule/exchange.hpp"

namespace strobe::blacs {
namespace {

const Route ring = *route_of(Topology::of('i'), {});

TEST(KnownSchedules, AreThoseOfTheirTopologyHoweverOftenAskedFor) {
  Schedules schedules;
  for (int round = 0; round < 2; ++round) {
    for (int root = 0; root < 5; ++root) {
      const schedule::Position place{.rank = 3, .size = 5, .root = root};
      EXPECT_EQ(schedules.of(Purpose::broadcast, ring, place, 1), broadcast_steps(ring, place));
      EXPECT_EQ(schedules.of(Purpose::reduce, ring, place, 1), reduce_steps(ring, place));
      EXPECT_EQ(schedules.of(Purpose::reduce_and_broadcast, ring, place, 1),
                reduce_and_broadcast_steps(ring, place));
      EXPECT_EQ(schedules.of(Purpose::broadcast, ring, place, 7), broadcast_steps(ring, place, 7));
      EXPECT_EQ(schedules.of(Purpose::exchange, {}, place, 1),
                schedule::allreduce_by_doubling(place));
    }
  }
}

TEST(KnownSchedules, OfMoreRootsThanAreKeptStayRight) {
  Schedules schedules;
  constexpr int processes = 3000;
  for (int root = 0; root < processes; ++root) {
    const schedule::Position place{.rank = 0, .size = processes, .root = root};
    ASSERT_EQ(schedules.of(Purpose::broadcast, ring, place, 1), broadcast_steps(ring, place));
  }
}

TEST(KnownSchedules, AnExchangeInPiecesIsOneForEach) {
  Schedules schedules;
  const schedule::Position place{.rank = 1, .size = 4, .root = 0};
  const schedule::Steps each = schedule::allreduce_by_doubling(place);
  const schedule::Steps steps = schedules.of(Purpose::exchange, {}, place, 3);
  ASSERT_EQ(steps.size(), 3 * each.size());
  EXPECT_EQ(steps.front().out, (schedule::Blocks{.first = 0, .count = 1}));
  EXPECT_EQ(steps.back().in, (schedule::Blocks{.first = 2, .count = 1}));
  EXPECT_EQ(steps.back().from, each.back().from);
}

}  // namespace
}  // namespace strobe::blacs
