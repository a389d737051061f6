// SPDX-License-Identifier: BSD-3-Clause
//
// Which ranks of a job are on which node.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "bcs/runtime/envelope.hpp"
#include "bcs/runtime/strided_list.hpp"

namespace strobe::bcs::runtime {

class Link;

struct Placement {
  Rank rank = 0;              ///< in the job
  int ranks = 1;              ///< of the job
  std::vector<Rank> members;  ///< ranks of this node, ascending, as its segment numbers them
  StridedList node_of;        ///< the node of each rank; nodes are numbered by their lowest ranks
  /// The lowest rank of each node. Leaders negotiate for their nodes (global_quiescence.hpp).
  StridedList leaders;
  Link* link = nullptr;  ///< to the other nodes; null if there are none. It outlives the endpoint

  [[nodiscard]] int nodes() const { return static_cast<int>(leaders.size()); }
  [[nodiscard]] int node(Rank of_rank) const { return node_of[static_cast<std::size_t>(of_rank)]; }
  [[nodiscard]] int node() const { return node(rank); }
  [[nodiscard]] Rank leader(int of_node) const {
    return leaders[static_cast<std::size_t>(of_node)];
  }

  /// The placement of a job on one node.
  static Placement on_one_node(Rank rank, int ranks) {
    Placement placement{.rank = rank, .ranks = ranks, .members = {}};
    for (Rank member = 0; member < ranks; ++member) placement.members.push_back(member);
    placement.set_nodes(StridedList::cyclic(1, ranks));
    return placement;
  }
  /// Says on which node each rank is.
  void set_nodes(StridedList of_ranks) {
    node_of = std::move(of_ranks);
    StridedList::Builder first;
    Rank at = 0;
    for (const int node : node_of) {
      if (static_cast<std::size_t>(node) == first.size()) first.append(at);
      ++at;
    }
    leaders = first.finish();
  }
};

}  // namespace strobe::bcs::runtime
