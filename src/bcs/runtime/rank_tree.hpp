// SPDX-License-Identifier: BSD-3-Clause
//
// A tree of all ranks of a job, for one rank: the tree of leaders between nodes, and a binomial
// tree within each. Rank 0 is at the top. Two nodes are connected at most once. A rank has at most
// 8 + log2(ranks of a node) children, and log8(nodes) + log2(ranks of a node) ranks above it.
#pragma once

#include "bcs/runtime/placement.hpp"
#include "schedule/topology.hpp"

namespace strobe::bcs::runtime {

[[nodiscard]] schedule::Neighbours neighbours_in_rank_tree(const Placement& placement);

}  // namespace strobe::bcs::runtime
