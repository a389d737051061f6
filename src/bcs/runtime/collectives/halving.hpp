// SPDX-License-Identifier: BSD-3-Clause
//
// Recursive halving and doubling for any number of nodes. In each step two neighboring groups of
// nodes become one. As long as both have the same size, each node keeps half of its data, and gets
// that half from its partner in the other group. At the end of the nodes the upper group may be
// smaller: then its nodes pass on all that they have, and keep nothing.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <optional>
#include <vector>

#include "base/function_ref.hpp"
#include "bcs/runtime/collectives/collective_schedule.hpp"

namespace strobe::bcs::runtime::collectives {

/// Consecutive bytes or elements.
struct Interval {
  std::size_t first = 0;
  std::size_t count = 0;

  [[nodiscard]] Interval half(bool is_upper) const {
    const std::size_t upper = count / 2;
    return is_upper ? Interval{first + count - upper, upper} : Interval{first, count - upper};
  }
};
/// The part of a node after as many halvings as make `parts` parts, a power of two.
[[nodiscard]] inline Interval halved(Interval whole, int node, int parts) {
  for (int bit = 1; bit < parts; bit *= 2) whole = whole.half((node & bit) != 0);
  return whole;
}

/// Two neighboring groups of nodes: `width` nodes from `begin` on, and the `upper` nodes after
/// them.
struct HalvingStep {
  int begin;
  int width;
  int upper;  ///< `width` or less; 0 if there is no upper group

  [[nodiscard]] static HalvingStep of(int node, int width, int nodes) {
    const int begin = node - node % (2 * width);
    return {begin, width, std::clamp(nodes - begin - width, 0, width)};
  }
  [[nodiscard]] int middle() const { return begin + width; }
  [[nodiscard]] bool is_complete() const { return upper == width; }
  [[nodiscard]] bool is_lower(int node) const { return node < middle(); }
  /// How many nodes of the upper group have something, from its first node on.
  [[nodiscard]] int owners() const {
    return static_cast<int>(std::bit_floor(static_cast<unsigned>(upper)));
  }
  [[nodiscard]] bool is_owner(int node) const {
    return node >= middle() && node < middle() + owners();
  }
  // Who exchanges data if the upper group is smaller.
  [[nodiscard]] int owner_for(int lower) const { return middle() + (lower - begin) % owners(); }
  [[nodiscard]] std::vector<int> partners_of(int owner) const {
    std::vector<int> partners;
    for (int lower = owner - width; lower < middle(); lower += owners()) partners.push_back(lower);
    return partners;
  }
};

/// Whether a node has so many partners in a step that another way is better.
[[nodiscard]] bool has_crowded_step(int nodes);

/// The steps in reverse: the nodes give each other the parts that they have until all nodes have
/// the whole, or only `root`. `part(node, parts)` is memory for the part of a node of a group,
/// counted from the begin of the group; `leader(node)` is the member that sends and receives.
void put_together(CollectiveSchedule& plan, int node, int nodes, std::optional<int> root,
                  FunctionRef<Piece(int node, int parts)> part, FunctionRef<int(int node)> leader);

}  // namespace strobe::bcs::runtime::collectives
