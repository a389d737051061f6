// SPDX-License-Identifier: BSD-3-Clause
//
// What every pattern promises, at every size from 1 to 200 and from random roots.
#include <gtest/gtest.h>

#include <bit>
#include <functional>
#include <numeric>
#include <random>

#include "schedule/exchange.hpp"
#include "schedule/spread.hpp"
#include "support/pretended_messages.hpp"

namespace strobe::schedule {
namespace {

using testing::Buffers;
using testing::Contributions;
using testing::Data;
using testing::of;
using testing::PretendedMessages;

constexpr int size_max = 200;
constexpr Topology topologies[] = {Topology::linear, Topology::binomial};

/// The first root, the last one and two random ones.
std::vector<int> roots_of(int size) {
  std::mt19937 random(static_cast<unsigned>(size));
  std::uniform_int_distribution<int> any(0, size - 1);
  return {0, size - 1, any(random), any(random)};
}

std::vector<Steps> all_ranks(int size, int root, const std::function<Steps(Place)>& pattern) {
  std::vector<Steps> steps;
  for (int rank = 0; rank < size; ++rank) steps.push_back(pattern({rank, size, root}));
  return steps;
}

/// Whoever has no data yet has empty blocks.
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
  for (const Topology topology : topologies) {
    for (int size = 1; size <= size_max; ++size) {
      for (const int root : roots_of(size)) {
        const auto steps =
            all_ranks(size, root, [&](Place place) { return broadcast(topology, place); });
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

TEST(Broadcast, TakesAsManyStepsOfItsRootAsTheTopologySays) {
  for (int size = 1; size <= size_max; ++size) {
    const Place root{0, size, 0};
    EXPECT_EQ(std::ssize(broadcast(Topology::linear, root)), size - 1);
    EXPECT_EQ(std::ssize(broadcast(Topology::binomial, root)), rounds_of(size));
  }
}

TEST(Reduce, IsTheBroadcastBackwardsAndCombinesEachContributionOnce) {
  for (const Topology topology : topologies) {
    for (int size = 1; size <= size_max; ++size) {
      for (const int root : roots_of(size)) {
        const auto steps =
            all_ranks(size, root, [&](Place place) { return reduce(topology, place); });
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

TEST(ScatterAndGather, MoveEachBlockBetweenTheRootAndItsRank) {
  for (int size = 1; size <= size_max; ++size) {
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
  // An empty message tells all that its sender has heard: the same steps with a block in them, to
  // which everything that arrives is added.
  for (int size = 1; size <= size_max; ++size) {
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
  for (int size = 1; size <= size_max; ++size) {
    PretendedMessages ranks(all_ranks(size, 0, allreduce_by_doubling),
                            buffers(size, [](int rank) { return Buffers{{}, {{rank}}}; }));
    ASSERT_EQ(ranks.run(), "") << size;
    for (int rank = 0; rank < size; ++rank) {
      ASSERT_EQ(ranks.result(rank)[0], everybody(size)) << size;
    }
  }
}

TEST(ScanAlongALine, CombinesThoseBefore) {
  for (int size = 1; size <= size_max; ++size) {
    PretendedMessages ranks(all_ranks(size, 0, scan_along_a_line),
                            buffers(size, [](int rank) { return Buffers{{}, {{rank}}}; }));
    ASSERT_EQ(ranks.run(), "") << size;
    for (int rank = 0; rank < size; ++rank) {
      ASSERT_EQ(ranks.result(rank)[0], everybody(rank + 1)) << size;
    }
  }
}

TEST(AllgatherRoundARing, BringsEveryBlockToAll) {
  for (int size = 1; size <= size_max; ++size) {
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
  for (int size = 1; size <= size_max; ++size) {
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
  // Both send first: with sends that wait for their receive, neither comes to it.
  const Blocks whole{0, 1};
  const auto own = [](int rank) { return Buffers{{}, {{rank}}}; };
  PretendedMessages both_send(
      {{send(1, whole), receive(1, whole)}, {send(0, whole), receive(0, whole)}}, buffers(2, own));
  EXPECT_EQ(both_send.run(), "rank 0 waits for ever");
  const Arrival combines = Arrival::combines;
  PretendedMessages twice({{send(1, whole), send(1, whole)},
                           {receive(0, whole, combines), receive(0, whole, combines)}},
                          buffers(2, own));
  EXPECT_EQ(twice.run(), "combined twice");
}

}  // namespace
}  // namespace strobe::schedule
