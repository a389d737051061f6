// SPDX-License-Identifier: BSD-3-Clause
//
// Which ranks of a job are on which node.
#pragma once

#include <cstddef>
#include <vector>

#include "bcs/runtime/link.hpp"

namespace strobe::bcs::runtime {

struct Placement {
  Rank rank = 0;              ///< in the job
  int ranks = 1;              ///< of the job
  std::vector<Rank> members;  ///< ranks of this node, ascending, as its segment numbers them
  /// The lowest rank of each node, ascending. Leaders negotiate for their nodes
  /// (global_quiescence.hpp).
  std::vector<Rank> leaders;
  std::vector<int> node_of;  ///< the node of each rank of the job
  Link* link = nullptr;  ///< to the other nodes; null if there are none. It outlives the endpoint

  /// The placement of a job on one node.
  static Placement on_one_node(Rank rank, int ranks) {
    Placement placement{.rank = rank,
                        .ranks = ranks,
                        .members = {},
                        .leaders = {0},
                        .node_of = {},
                        .link = nullptr};
    placement.node_of.resize(static_cast<std::size_t>(ranks));
    for (Rank member = 0; member < ranks; ++member) placement.members.push_back(member);
    return placement;
  }
};

}  // namespace strobe::bcs::runtime
