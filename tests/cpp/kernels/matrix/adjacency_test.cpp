// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/matrix/adjacency.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "strobe/error.hpp"
#include "support/temporary_folder.hpp"

namespace strobe::kernels::matrix {
namespace {

using layer::Rank;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Adjacency, NamesTheFourNeighboursAcrossTheEdges) {
  const Adjacency adjacency = row_major({.rows = 2, .columns = 4});
  EXPECT_EQ(adjacency.position_of(Rank{6}), (GridPosition{1, 2}));
  const Neighbours neighbours = adjacency.neighbours_of(Rank{4});
  EXPECT_EQ(neighbours.top, Rank{0});
  EXPECT_EQ(neighbours.bottom, Rank{0});
  EXPECT_EQ(neighbours.pred, Rank{7});
  EXPECT_EQ(neighbours.succ, Rank{5});
}

TEST(GrayCode, MakesNeighboursOfNumbersThatDifferInOneBit) {
  for (const int processes : {2, 4, 8, 16, 32}) {
    const Adjacency adjacency = gray_code(grid_of(processes));
    for (int rank = 0; rank < processes; ++rank) {
      const Neighbours neighbours = adjacency.neighbours_of(Rank{rank});
      for (const Rank other :
           {neighbours.top, neighbours.bottom, neighbours.pred, neighbours.succ}) {
        if (other == Rank{rank}) continue;
        EXPECT_EQ(std::popcount(static_cast<unsigned>(rank ^ other.value)), 1);
      }
    }
  }
}

TEST(GrayCode, RefusesASideThatIsNoPowerOfTwo) {
  EXPECT_THROW((void)gray_code({.rows = 1, .columns = 3}), Error);
}

class AdjacencyFile : public ::testing::Test {
 protected:
  Adjacency read(const std::string& text) {
    return read_adjacency(folder_.write("grid.txt", text));
  }
  std::string refusal(const std::string& text) {
    try {
      (void)read(text);
    } catch (const Error& error) {
      return error.what();
    }
    return "read";
  }

 private:
  testing::TemporaryFolder folder_;
};

TEST_F(AdjacencyFile, GivesTheGridItsShapeAndOrder) {
  const Adjacency adjacency = read("# by hand\n3 1 0\n\n2 5 4  # the second row\n");
  EXPECT_EQ(adjacency.grid(), (Grid{.rows = 2, .columns = 3}));
  EXPECT_THAT(adjacency.ranks(), ElementsAre(3, 1, 0, 2, 5, 4));
}

TEST_F(AdjacencyFile, ThatIsNoPermutationIsRefusedInASentence) {
  EXPECT_THAT(refusal("0 1\n2 2\n"), HasSubstr("it names process 2 twice, but its 4 positions need "
                                               "each of 0 to 3 once"));
  EXPECT_THAT(refusal("0 1\n2 4\n"), HasSubstr("it names process 4"));
  EXPECT_THAT(refusal("0 1\n2\n"), HasSubstr("different lengths: 2 and 1"));
  EXPECT_THAT(refusal("0 -1\n"), HasSubstr("'-1' is not the number of a process"));
  EXPECT_THAT(refusal("# nothing\n"), HasSubstr("it names no process"));
  EXPECT_THAT(refusal("0 1\n2 2\n"), HasSubstr("grid.txt"));
}

TEST_F(AdjacencyFile, ThatIsNotThereIsRefused) {
  EXPECT_THROW((void)read_adjacency("/no/such/file"), Error);
}

/// Latencies of a machine with nodes of `width` processes and random placement: 1 within a node and
/// 10 between nodes.
struct Dealt {
  std::vector<int> node_of;
  std::vector<double> latency;
};

Dealt deal(int processes, int width, std::uint64_t seed) {
  Dealt dealt;
  for (int i = 0; i < processes; ++i) dealt.node_of.push_back(i / width);
  base::Random(seed).shuffle(dealt.node_of);
  for (const int a : dealt.node_of) {
    for (const int b : dealt.node_of) dealt.latency.push_back(a == b ? 1.0 : 10.0);
  }
  return dealt;
}

TEST(PlacedByLatency, FindsTheNodesOfAMachineThatHidesThem) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    // Four nodes of four: at best each row is a node, with 16 links within nodes and 16 between
    // them.
    const Dealt dealt = deal(16, 4, seed);
    const Grid grid = grid_of(16);
    const Adjacency placed = place_by_latency(grid, dealt.latency, seed);
    const double best = 16 * 1.0 + 16 * 10.0;
    EXPECT_LE(cost_of(placed, dealt.latency), best) << seed;
    EXPECT_GT(cost_of(row_major(grid), dealt.latency), best);
  }
}

TEST(PlacedByLatency, IsAPermutationThatIsNoWorseThanTheOrdersItBeginsWith) {
  base::Random random(7);
  for (const int processes : {1, 2, 3, 5, 8, 12}) {
    const Grid grid = grid_of(processes);
    std::vector<double> latency(static_cast<std::size_t>(processes * processes));
    for (int a = 0; a < processes; ++a) {
      for (int b = 0; b < a; ++b) {
        const double time = random.uniform();
        latency[static_cast<std::size_t>(a * processes + b)] = time;
        latency[static_cast<std::size_t>(b * processes + a)] = time;
      }
    }
    const Adjacency placed =
        place_by_latency(grid, latency, 1);  // throws unless it is a permutation
    EXPECT_LE(cost_of(placed, latency), cost_of(row_major(grid), latency));
    if (has_gray_code(grid)) {
      EXPECT_LE(cost_of(placed, latency), cost_of(gray_code(grid), latency));
    }
  }
}

TEST(PlacedByLatency, IsRepeatedByItsSeed) {
  const Dealt dealt = deal(12, 3, 3);
  EXPECT_EQ(place_by_latency(grid_of(12), dealt.latency, 5).ranks(),
            place_by_latency(grid_of(12), dealt.latency, 5).ranks());
}

TEST(PlacedByLatency, TakesTimesThatAreAllTheSame) {
  const std::vector<double> none(16, 0.0);
  EXPECT_EQ(place_by_latency(grid_of(4), none, 1).ranks().size(), 4u);
}

}  // namespace
}  // namespace strobe::kernels::matrix
