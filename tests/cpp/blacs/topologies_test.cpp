// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/topologies.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "blacs/combine.hpp"

namespace strobe::blacs {
namespace {

TEST(Topologies, KnowEveryLetterAndNoOther) {
  for (const char top : std::string("idsmhtf123456789"))
    EXPECT_TRUE(route_of(Topology::of(top), {})) << top;
  for (const char top : std::string(" 0xr")) EXPECT_FALSE(route_of(Topology::of(top), {})) << top;
}

/// Each process has one parent, and that one has it as a child; from the root all are reached.
void expect_spreads(Route route, int size, int root) {
  std::map<int, int> parents;
  std::map<int, std::vector<int>> children;
  for (int rank = 0; rank < size; ++rank) {
    for (const schedule::Step& step :
         broadcast_steps(route, {.rank = rank, .size = size, .root = root})) {
      if (step.receives()) parents[rank] = step.from;
      if (step.sends()) children[rank].push_back(step.to);
    }
  }
  std::vector<int> reached{root};
  for (std::size_t next = 0; next < reached.size(); ++next) {
    for (const int child : children[reached[next]]) {
      EXPECT_EQ(parents[child], reached[next]);
      reached.push_back(child);
    }
  }
  EXPECT_EQ(reached.size(), static_cast<std::size_t>(size));
}

TEST(Topologies, ReachAllFromEveryRoot) {
  for (const char top : std::string("idsmhtf129")) {
    for (const int rings : {-3, -1, 1, 2, 5}) {
      const Route route =
          *route_of(Topology::of(top), {.rings = rings, .branches = std::abs(rings)});
      for (int size = 1; size <= 9; ++size) {
        for (int root = 0; root < size; ++root) expect_spreads(route, size, root);
      }
    }
  }
}

TEST(Topologies, FewerThanNoRingsDecrease) {
  const Route route = *route_of(Topology::multiring(), {.rings = -1});
  const schedule::Steps steps = broadcast_steps(route, {.rank = 2, .size = 5, .root = 2});
  ASSERT_EQ(steps.size(), 1U);
  EXPECT_EQ(steps.front().to, 1);
}

TEST(Topologies, AnExchangeIsForResultsLeftOnAllThatNeedNotBeCoherent) {
  const auto exchanges = [](char top, const Settings& settings, bool on_all) {
    return !detail::combine_route(Topology::of(top), settings, on_all).has_value();
  };
  EXPECT_TRUE(exchanges('h', {}, true));
  EXPECT_FALSE(exchanges('h', {}, false));
  EXPECT_FALSE(exchanges('h', {.is_coherent = true}, true));
  EXPECT_FALSE(exchanges('1', {}, true));
  EXPECT_FALSE(exchanges(' ', {.is_repeatable = true}, true));
}

TEST(Topologies, LargeDataAreCutWhereTheyArePassedOnAndWhereTheyCombine) {
  constexpr std::size_t large = std::size_t{1} << 20;
  const auto broadcast_in = [](char top, int processes, std::size_t size_bytes) {
    return Pieces::of_broadcast(required_route(Topology::of(top), {}), processes, size_bytes, 8)
        .count;
  };
  EXPECT_EQ(broadcast_in('i', 2, large), 1);
  EXPECT_GT(broadcast_in('i', 3, large), 1);
  EXPECT_EQ(broadcast_in('f', 9, large), 1);
  EXPECT_EQ(broadcast_in('i', 3, 1000), 1);
  const Route ring = required_route(Topology::of('i'), {});
  EXPECT_EQ(Pieces::of_combine(ring, 3, 1000, 8).count, 1);
  EXPECT_EQ(Pieces::of_combine(ring, 3, large, 0).count, 1);
  EXPECT_EQ(Pieces::of_combine(ring, 2, large, 8).count, 1);
  EXPECT_GT(Pieces::of_combine(ring, 2, 16 * large, 8).count, 1);
  EXPECT_GT(Pieces::of_combine(std::nullopt, 8, 16 * large, 8).count, 1);
  const Pieces pieces = Pieces::of_combine(ring, 3, large + 24, 16);
  EXPECT_EQ(pieces.partition.block_bytes % 16, 0U);
  EXPECT_GE(static_cast<std::size_t>(pieces.count) * pieces.partition.block_bytes, large + 24);
}

}  // namespace
}  // namespace strobe::blacs
