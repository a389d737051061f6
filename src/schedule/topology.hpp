// SPDX-License-Identifier: BSD-3-Clause
//
// The topologies: who passes data on to whom when they spread from a root. Every one of them is a
// tree, rings included (LAPACK Working Note 73, section 4.3), so a place in it is a parent and its
// children.
#pragma once

#include <vector>

#include "schedule/step.hpp"

namespace strobe::schedule {

enum class Topology {
  linear,    ///< the root serves everybody, one after the other
  binomial,  ///< who has the data passes them on: log2(size) rounds; a hypercube at powers of two
};

/// The neighbours of a place: the parent is nobody at the root; children stand in the order in
/// which they are served.
struct Kin {
  int parent = nobody;
  std::vector<int> children;
};

[[nodiscard]] Kin kin(Topology topology, Place place);

}  // namespace strobe::schedule
