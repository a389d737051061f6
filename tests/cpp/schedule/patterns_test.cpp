// SPDX-License-Identifier: BSD-3-Clause
//
// The properties of every pattern, for sizes from 1 to 200 and random roots.
#include <gtest/gtest.h>

#include <bit>
#include <functional>
#include <numeric>
#include <random>

#include "schedule/exchange.hpp"
#include "schedule/rooted.hpp"
#include "support/pretended_messages.hpp"
#include "support/thoroughness.hpp"

namespace strobe::schedule {
namespace {

using testing::Buffers;
using testing::Contributions;
using testing::Data;
using testing::of;
using testing::PretendedMessages;

constexpr int processes_max = 200;
/// Every family; multirings and trees with several numbers of branches, also more than ranks.
std::vector<Topology> all_topologies() {
  std::vector<Topology> all;
  for (const Family family : families) {
    const bool branches = family == Family::tree || family == Family::multiring;
    for (const int count : branches ? std::vector{1, 2, 3, 4, 9, 300} : std::vector{1}) {
      all.push_back({family, count});
    }
  }
  return all;
}

/// The first root, the last one and two random ones.
std::vector<int> roots_of(int size) {
  std::mt19937 random(static_cast<unsigned>(size));
  std::uniform_int_distribution<int> any(0, size - 1);
  return {0, size - 1, any(random), any(random)};
}

std::vector<Steps> all_ranks(int size, int root, const std::function<Steps(Position)>& pattern) {
  std::vector<Steps> steps;
  for (int rank = 0; rank < size; ++rank) steps.push_back(pattern({rank, size, root}));
  return steps;
}

/// A rank without data has empty blocks.
std::vector<Buffers> buffers(int size, const std::function<Buffers(int)>& of) {
  std::vector<Buffers> all;
  for (int rank = 0; rank < size; ++rank) all.push_back(of(rank));
  return all;
}

Contributions everybody(int size) {
  Contributions all(static_cast<std::size_t>(size));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

Data one_block_each(int size, int offset) {
  Data blocks;
  for (int i = 0; i < size; ++i) blocks.push_back({offset + i});
  return blocks;
}

int rounds_of(int size) {
  return static_cast<int>(std::bit_width(static_cast<unsigned>(size - 1)));
}

TEST(Broadcast, ReachesEveryRankOnce) {
  for (const Topology topology : all_topologies()) {
    for (const int size : thoroughness::sampled_sizes(1, processes_max)) {
      for (const int root : roots_of(size)) {
        const auto steps =
            all_ranks(size, root, [&](Position position) { return broadcast(topology, position); });
        PretendedMessages ranks(steps, buffers(size, [&](int rank) {
                                  return Buffers{
                                      {}, {rank == root ? Contributions{7} : Contributions{}}};
                                }));
        ASSERT_EQ(ranks.run(), "") << size << " from " << root;
        for (int rank = 0; rank < size; ++rank) {
          ASSERT_EQ(ranks.result(rank)[0], Contributions{7}) << size << " from " << root;
          const auto received = std::ranges::count_if(of(steps, rank), &Step::receives);
          ASSERT_EQ(received, rank == root ? 0 : 1);
        }
      }
    }
  }
}

TEST(Broadcast, PassesSegmentsOnInTheirOrder) {
  constexpr int segments = 4;
  for (const Topology topology : all_topologies()) {
    for (const int size : thoroughness::sampled_sizes(1, 40)) {
      const auto steps = all_ranks(
          size, 0, [&](Position position) { return broadcast(topology, position, segments); });
      PretendedMessages ranks(steps, buffers(size, [&](int rank) {
                                return Buffers{
                                    {}, rank == 0 ? one_block_each(segments, 50) : Data(segments)};
                              }));
      ASSERT_EQ(ranks.run(), "") << size;
      for (int rank = 0; rank < size; ++rank) {
        ASSERT_EQ(ranks.result(rank), one_block_each(segments, 50)) << size;
      }
    }
  }
}

TEST(Broadcast, TakesAsManyStepsOfItsRootAsTheTopologySays) {
  for (const int size : thoroughness::sampled_sizes(1, processes_max)) {
    const Position root{0, size, 0};
    const auto sends = [&](Topology topology) { return std::ssize(broadcast(topology, root)); };
    EXPECT_EQ(sends(fully_connected), size - 1);
    EXPECT_EQ(sends(binomial), rounds_of(size));
    EXPECT_EQ(sends({Family::hypercube, 1}), rounds_of(size));
    EXPECT_EQ(sends({Family::increasing_ring, 1}), std::min(size - 1, 1));
    EXPECT_EQ(sends({Family::split_ring, 1}), std::min(size - 1, 2));
    EXPECT_EQ(sends({Family::multiring, 3}), std::min(size - 1, 3));
  }
}

TEST(Neighbours, IsWhatTheFiguresOfTheNoteShow) {
  // Eight ranks, from rank 0: figures 12 to 19.
  const auto children = [](Topology topology, int rank) {
    return neighbours_of(topology, {.rank = rank, .size = 8}).children;
  };
  using Ranks = std::vector<int>;
  EXPECT_EQ(children({Family::increasing_ring, 1}, 6), Ranks{7});
  EXPECT_EQ(children({Family::decreasing_ring, 1}, 0), Ranks{7});
  EXPECT_EQ(children({Family::split_ring, 1}, 0), (Ranks{1, 7}));
  EXPECT_EQ(children({Family::split_ring, 1}, 3), Ranks{4});
  EXPECT_EQ(children({Family::split_ring, 1}, 5), Ranks{});
  EXPECT_EQ(children({Family::multiring, 3}, 0), (Ranks{1, 4, 6}));
  EXPECT_EQ(children({Family::multiring, 3}, 3), Ranks{});
  EXPECT_EQ(children({Family::hypercube, 1}, 0), (Ranks{1, 2, 4}));
  EXPECT_EQ(children({Family::hypercube, 1}, 1), (Ranks{3, 5}));
  EXPECT_EQ(children(binomial, 0), (Ranks{4, 2, 1}));
  EXPECT_EQ(children(binomial, 4), (Ranks{6, 5}));
  EXPECT_EQ(children({Family::tree, 2}, 0), (Ranks{3, 6, 1, 2}));
  EXPECT_EQ(children({Family::tree, 2}, 6), Ranks{7});
  EXPECT_EQ(children({Family::tree, 3}, 0), (Ranks{4, 1, 2, 3}));
  EXPECT_EQ(children({Family::tree, 3}, 4), (Ranks{5, 6, 7}));
}

TEST(Neighbours, CostsNothingOfAMillionRanks) {
  constexpr int size = 1'000'003;
  for (const Topology topology : all_topologies()) {
    if (topology.family == Family::fully_connected) continue;
    for (const int rank : {0, 1, 524'288, size - 1}) {
      const Neighbours own = neighbours_of(topology, {.rank = rank, .size = size, .root = 77});
      for (const int child : own.children) {
        ASSERT_EQ(neighbours_of(topology, {.rank = child, .size = size, .root = 77}).parent, rank);
      }
    }
  }
}

TEST(Reduce, IsTheBroadcastBackwardsAndCombinesEachContributionOnce) {
  for (const Topology topology : all_topologies()) {
    for (const int size : thoroughness::sampled_sizes(1, processes_max)) {
      for (const int root : roots_of(size)) {
        const auto steps =
            all_ranks(size, root, [&](Position position) { return reduce(topology, position); });
        for (int rank = 0; rank < size; ++rank) {
          ASSERT_EQ(reversed(of(steps, rank)), broadcast(topology, {rank, size, root}));
        }
        PretendedMessages ranks(steps,
                                buffers(size, [](int rank) { return Buffers{{}, {{rank}}}; }));
        ASSERT_EQ(ranks.run(), "") << size << " to " << root;
        ASSERT_EQ(ranks.result(root)[0], everybody(size)) << size << " to " << root;
      }
    }
  }
}

TEST(ReduceAndBroadcast, LeavesEveryContributionOnceOnAll) {
  constexpr int segments = 3;
  for (const Topology topology : all_topologies()) {
    for (const int size : thoroughness::sampled_sizes(1, 40)) {
      const int root = size / 2;
      const auto steps = all_ranks(size, root, [&](Position position) {
        return reduce_and_broadcast(topology, position, segments);
      });
      PretendedMessages ranks(steps, buffers(size, [](int rank) {
                                return Buffers{{}, Data(segments, Contributions{rank})};
                              }));
      ASSERT_EQ(ranks.run(), "") << size;
      for (int rank = 0; rank < size; ++rank) {
        ASSERT_EQ(ranks.result(rank), Data(segments, everybody(size))) << size;
      }
    }
  }
}

TEST(ScatterAndGather, MoveEachBlockBetweenTheRootAndItsRank) {
  for (const int size : thoroughness::sampled_sizes(1, processes_max)) {
    for (const int root : roots_of(size)) {
      PretendedMessages scattered(all_ranks(size, root, scatter), buffers(size, [&](int rank) {
                                    const Data all = one_block_each(size, 0);
                                    return Buffers{rank == root ? all : Data{}, {{}}, false};
                                  }));
      ASSERT_EQ(scattered.run(), "") << size << " from " << root;
      PretendedMessages gathered(all_ranks(size, root, gather), buffers(size, [&](int rank) {
                                   Data room(rank == root ? static_cast<std::size_t>(size) : 1);
                                   return Buffers{{{rank}}, room, false};
                                 }));
      ASSERT_EQ(gathered.run(), "") << size << " to " << root;
      for (int rank = 0; rank < size; ++rank) {
        if (rank == root) continue;
        ASSERT_EQ(scattered.result(rank)[0], Contributions{rank});
        ASSERT_EQ(of(gathered.result(root), rank), Contributions{rank});
      }
    }
  }
}

TEST(DisseminationBarrier, LetsEveryRankHearOfAllOthers) {
  // An empty message carries the fact that its sender, and all ranks it heard from, have called.
  // The test runs the same steps with a block of these ranks.
  for (const int size : thoroughness::sampled_sizes(1, processes_max)) {
    std::vector<Contributions> heard;
    std::vector<Steps> steps = all_ranks(size, 0, dissemination_barrier);
    for (int rank = 0; rank < size; ++rank) heard.push_back({rank});
    ASSERT_EQ(std::ssize(steps[0]), rounds_of(size));
    for (std::size_t round = 0; round < steps[0].size(); ++round) {
      std::vector<Contributions> after = heard;
      for (std::size_t rank = 0; rank < steps.size(); ++rank) {
        const Step& step = steps[rank][round];
        ASSERT_EQ(step.out, Blocks{});
        ASSERT_EQ(of(steps, step.to)[round].from, static_cast<int>(rank));
        const Contributions& news = of(heard, step.from);
        after[rank].insert(after[rank].end(), news.begin(), news.end());
        std::ranges::sort(after[rank]);
        after[rank].erase(std::unique(after[rank].begin(), after[rank].end()), after[rank].end());
      }
      heard = after;
    }
    for (const Contributions& all : heard) ASSERT_EQ(all, everybody(size)) << size;
    PretendedMessages ranks(steps, buffers(size, [](int) { return Buffers{}; }));
    ASSERT_EQ(ranks.run(), "") << size;
  }
}

TEST(AllreduceByDoubling, LeavesEveryContributionOnceOnAll) {
  for (const int size : thoroughness::sampled_sizes(1, processes_max)) {
    PretendedMessages ranks(all_ranks(size, 0, allreduce_by_doubling),
                            buffers(size, [](int rank) { return Buffers{{}, {{rank}}}; }));
    ASSERT_EQ(ranks.run(), "") << size;
    for (int rank = 0; rank < size; ++rank) {
      ASSERT_EQ(ranks.result(rank)[0], everybody(size)) << size;
    }
  }
}

TEST(ScanAlongALine, CombinesThoseBefore) {
  for (const int size : thoroughness::sampled_sizes(1, processes_max)) {
    PretendedMessages ranks(all_ranks(size, 0, scan_along_a_line),
                            buffers(size, [](int rank) { return Buffers{{}, {{rank}}}; }));
    ASSERT_EQ(ranks.run(), "") << size;
    for (int rank = 0; rank < size; ++rank) {
      ASSERT_EQ(ranks.result(rank)[0], everybody(rank + 1)) << size;
    }
  }
}

TEST(AllgatherRoundARing, BringsEveryBlockToAll) {
  for (const int size : thoroughness::sampled_sizes(1, processes_max)) {
    PretendedMessages ranks(all_ranks(size, 0, allgather_round_a_ring),
                            buffers(size, [&](int rank) {
                              Data own(static_cast<std::size_t>(size));
                              of(own, rank) = {rank};
                              return Buffers{{}, own};
                            }));
    ASSERT_EQ(ranks.run(), "") << size;
    for (int rank = 0; rank < size; ++rank) {
      ASSERT_EQ(ranks.result(rank), one_block_each(size, 0)) << size;
    }
  }
}

TEST(AlltoallInPairs, BringsEveryRankItsBlockOfEach) {
  for (const int size : thoroughness::sampled_sizes(1, processes_max)) {
    PretendedMessages ranks(all_ranks(size, 0, alltoall_in_pairs), buffers(size, [&](int rank) {
                              return Buffers{one_block_each(size, 1000 * rank),
                                             Data(static_cast<std::size_t>(size)), false};
                            }));
    ASSERT_EQ(ranks.run(), "") << size;
    for (int rank = 0; rank < size; ++rank) {
      for (int from = 0; from < size; ++from) {
        const Contributions expected =
            from == rank ? Contributions{} : Contributions{1000 * from + rank};
        ASSERT_EQ(of(ranks.result(rank), from), expected) << size;
      }
    }
  }
}

TEST(PretendedMessages, SeeADeadlockAndASecondContribution) {
  // Both ranks send first. With sends that wait for their receive, neither rank reaches its
  // receive.
  const Blocks whole{0, 1};
  const auto own = [](int rank) { return Buffers{{}, {{rank}}}; };
  PretendedMessages both_send(
      {{send(1, whole), receive(1, whole)}, {send(0, whole), receive(0, whole)}}, buffers(2, own));
  EXPECT_EQ(both_send.run(), "rank 0 waits for ever");
  const OnReceive combines = OnReceive::combine;
  PretendedMessages twice({{send(1, whole), send(1, whole)},
                           {receive(0, whole, combines), receive(0, whole, combines)}},
                          buffers(2, own));
  EXPECT_EQ(twice.run(), "combined twice");
}

TEST(Patterns, OfAPlaceThatThereIsNotFailAnAssertion) {
  for (const Position position : {Position{.rank = 2, .size = 2}, Position{.rank = -1, .size = 2},
                                  Position{.size = 0}, Position{.size = 2, .root = 2}}) {
    EXPECT_THROW(static_cast<void>(broadcast(binomial, position)), Error);
    EXPECT_THROW(static_cast<void>(alltoall_in_pairs(position)), Error);
  }
}

}  // namespace
}  // namespace strobe::schedule
