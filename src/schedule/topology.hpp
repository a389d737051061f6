// SPDX-License-Identifier: BSD-3-Clause
//
// The topologies: who passes data on to whom when they spread from a root. Every one of them is a
// tree, rings included (LAPACK Working Note 73, section 4.3), so a place in it is a parent and its
// children.
#pragma once

#include <vector>

#include "schedule/step.hpp"

namespace strobe::schedule {

/// The families of topologies. A ring's and a tree's number of branches is the topology's.
enum class Family {
  increasing_ring,  ///< to the next rank; the last one is before the root (figure 12)
  decreasing_ring,  ///< to the rank before (figure 13)
  split_ring,       ///< half of the ranks upwards, half downwards; upwards first (figure 14)
  multiring,        ///< `branches` increasing rings, the nearest first (figure 15)
  hypercube,        ///< the nearest node first; a tree of one branch where the size is no power of
                    ///< two (figure 16)
  tree,             ///< `branches` sends at each step, the farthest step first (figures 17 to 19)
  fully_connected,  ///< the root serves everybody, one after the other
};

/// One topology; `branches` is at least 1 and matters to multirings and trees only.
struct Topology {
  Family family = Family::tree;
  int branches = 1;
  friend constexpr bool operator==(Topology, Topology) = default;
};

/// log2(size) rounds, rounded up: whoever has the data passes them on.
inline constexpr Topology binomial{.family = Family::tree, .branches = 1};
inline constexpr Topology fully_connected{.family = Family::fully_connected, .branches = 1};

/// All families; the catalogue has their names.
inline constexpr Family families[] = {
    Family::increasing_ring, Family::decreasing_ring, Family::split_ring,
    Family::multiring,       Family::hypercube,       Family::tree,
    Family::fully_connected,
};

/// The neighbours of a place: the parent is nobody at the root; children stand in the order in
/// which they are served. Child i is served in step `turns[i]` after the one that brought the data,
/// as the note's figures count (S there); the sends of one step follow each other.
struct Kin {
  int parent = nobody;
  std::vector<int> children;
  std::vector<int> turns;
};

/// Takes the time of its own neighbours, however many ranks there are.
[[nodiscard]] Kin kin(Topology topology, Place place);

}  // namespace strobe::schedule
