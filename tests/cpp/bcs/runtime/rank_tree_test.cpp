// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/rank_tree.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <set>
#include <utility>
#include <vector>

namespace strobe::bcs::runtime {
namespace {

std::vector<std::vector<Rank>> members_of(const std::vector<int>& node_of) {
  std::vector<std::vector<Rank>> members(static_cast<std::size_t>(1 + std::ranges::max(node_of)));
  for (std::size_t rank = 0; rank < node_of.size(); ++rank) {
    members[static_cast<std::size_t>(node_of[rank])].push_back(static_cast<Rank>(rank));
  }
  return members;
}

/// What each rank knows of the tree.
std::vector<schedule::Neighbours> tree_of(const std::vector<int>& node_of) {
  const std::vector<std::vector<Rank>> members = members_of(node_of);
  Placement placement{.ranks = static_cast<int>(node_of.size()), .members = {}};
  placement.set_nodes(node_of);
  std::vector<schedule::Neighbours> tree;
  for (placement.rank = 0; placement.rank < placement.ranks; ++placement.rank) {
    placement.members = members[static_cast<std::size_t>(placement.node())];
    tree.push_back(neighbours_in_rank_tree(placement));
  }
  return tree;
}

std::size_t depth_of(const std::vector<schedule::Neighbours>& tree, Rank rank) {
  std::size_t depth = 0;
  while ((rank = tree[static_cast<std::size_t>(rank)].parent) != schedule::no_rank) ++depth;
  return depth;
}

TEST(RankTree, ConnectsAllRanksInFewSteps) {
  std::vector<std::vector<int>> placements{{0}, {0, 0, 0, 0, 0}, {0, 1, 2}, {0, 1, 1, 0, 2, 1}};
  for (const int nodes : {3, 9, 100}) {
    std::vector<int> blocks;
    std::vector<int> round_robin;
    for (int rank = 0; rank < 16 * nodes; ++rank) {
      blocks.push_back(rank / 16);
      round_robin.push_back(rank % nodes);
    }
    placements.insert(placements.end(), {blocks, round_robin});
  }
  for (const std::vector<int>& node_of : placements) {
    const std::vector<schedule::Neighbours> tree = tree_of(node_of);
    const auto log2 = [](std::size_t count) {
      return static_cast<std::size_t>(std::bit_width(count - 1));
    };
    const std::vector<std::vector<Rank>> members = members_of(node_of);
    const std::size_t most_here = std::ranges::max(members, {}, &std::vector<Rank>::size).size();
    std::set<std::pair<int, int>> connected;
    std::size_t children = 0;
    for (std::size_t rank = 0; rank < tree.size(); ++rank) {
      children += tree[rank].children.size();
      EXPECT_LE(tree[rank].children.size(), 8 + log2(most_here));
      EXPECT_LE(depth_of(tree, static_cast<Rank>(rank)),
                (log2(members.size()) + 2) / 3 + 1 + log2(most_here));
      for (const Rank child : tree[rank].children) {
        const auto at = static_cast<std::size_t>(child);
        EXPECT_EQ(tree[at].parent, static_cast<Rank>(rank));
        if (node_of[at] == node_of[rank]) continue;
        EXPECT_TRUE(connected.insert({node_of[rank], node_of[at]}).second) << "connected twice";
      }
    }
    EXPECT_EQ(tree.front().parent, schedule::no_rank);
    EXPECT_EQ(children, tree.size() - 1);
  }
}

TEST(RankTree, IsKnownInPartOnAMillionRanks) {
  constexpr int ranks = 1'000'000;
  constexpr int ranks_of_a_node = 50;
  StridedList::Builder node_of;
  for (int rank = 0; rank < ranks; ++rank) node_of.append(rank / ranks_of_a_node);
  Placement placement{.ranks = ranks, .members = {}};
  placement.set_nodes(node_of.finish());
  std::size_t depth = 0;
  for (Rank rank = ranks - 1; rank != 0; ++depth) {
    placement.rank = rank;
    placement.members.clear();
    const Rank first = rank / ranks_of_a_node * ranks_of_a_node;
    for (int i = 0; i < ranks_of_a_node; ++i) placement.members.push_back(first + i);
    const schedule::Neighbours neighbours = neighbours_in_rank_tree(placement);
    EXPECT_LE(neighbours.children.size(), 8 + 6U);
    rank = neighbours.parent;
  }
  EXPECT_LE(depth, 5 + 6U);
}

}  // namespace
}  // namespace strobe::bcs::runtime
