// SPDX-License-Identifier: BSD-3-Clause
//
// Where a rank is in a job of several nodes.
#pragma once

#include <cstddef>
#include <vector>

#include "bcs/runtime/link.hpp"

namespace strobe::bcs::runtime {

struct Placement {
  Rank rank = 0;              ///< in the job
  int ranks = 1;              ///< of the job
  std::vector<Rank> members;  ///< the ranks of this node, rising, as its segment numbers them
  /// The lowest rank of each node, rising: they speak for their nodes, and the first for all.
  std::vector<Rank> leaders;
  std::vector<int> node_of;  ///< of each rank of the job, which of these nodes it is on
  Link* link =
      nullptr;  ///< to the other nodes; it outlives the endpoint. None where there are none

  /// Of a job that is on one node.
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
