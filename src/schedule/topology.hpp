// SPDX-License-Identifier: BSD-3-Clause
//
// The topologies: which rank sends to which rank in a broadcast from a root. Every topology, rings
// included, is a tree (LAPACK Working Note 73, section 4.3), so each rank has a parent and
// children.
#pragma once

#include <vector>

#include "schedule/step.hpp"

namespace strobe::schedule {

/// The families of topologies. Topology::branches is the number of rings or branches.
enum class Family {
  increasing_ring,  ///< each rank sends to the next one, the root first (figure 12)
  decreasing_ring,  ///< each rank sends to the previous one (figure 13)
  split_ring,       ///< one ring of higher ranks, then one of lower ranks (figure 14)
  multiring,        ///< `branches` increasing rings, the nearest ranks first (figure 15)
  hypercube,        ///< the nearest rank first; a tree of one branch if the size is not a power of
                    ///< two (figure 16)
  tree,  ///< `branches` sends in each step, the largest distance first (figures 17 to 19)
  fully_connected,  ///< the root sends to all ranks, one after the other
};

/// One topology. `branches` is at least 1; only multirings and trees use it.
struct Topology {
  Family family = Family::tree;
  int branches = 1;
  friend constexpr bool operator==(Topology, Topology) = default;
};

/// The binomial tree: each rank that has the data sends them in every step; log2(size) steps.
inline constexpr Topology binomial{.family = Family::tree, .branches = 1};
inline constexpr Topology fully_connected{.family = Family::fully_connected, .branches = 1};

/// All families; catalogue.hpp has their names.
inline constexpr Family families[] = {
    Family::increasing_ring, Family::decreasing_ring, Family::split_ring,
    Family::multiring,       Family::hypercube,       Family::tree,
    Family::fully_connected,
};

/// The parent and the children of a rank. The root has no parent. Children are in the order in
/// which the rank sends to them. The send to child i is in step `step_offsets[i]` after the step in
/// which the rank received the data, as in the note's figures (S there). Sends of one step follow
/// each other.
struct Neighbours {
  int parent = no_rank;
  std::vector<int> children;
  std::vector<int> step_offsets;
};

/// Takes time in proportion to the number of neighbours, however many ranks there are.
[[nodiscard]] Neighbours neighbours_of(Topology topology, Position position);

}  // namespace strobe::schedule
