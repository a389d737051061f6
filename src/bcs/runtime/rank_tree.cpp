// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/rank_tree.hpp"

#include <algorithm>

#include "bcs/runtime/leader_tree.hpp"

namespace strobe::bcs::runtime {

schedule::Neighbours neighbours_in_rank_tree(const Placement& placement) {
  const auto at = std::ranges::find(placement.members, placement.rank);
  schedule::Neighbours found = schedule::neighbours_of(
      schedule::binomial, {.rank = static_cast<int>(at - placement.members.begin()),
                           .size = static_cast<int>(placement.members.size()),
                           .root = 0});
  const auto rank_of = [&](int member) {
    return placement.members[static_cast<std::size_t>(member)];
  };
  std::ranges::transform(found.children, found.children.begin(), rank_of);
  if (found.parent != schedule::no_rank) {
    found.parent = rank_of(found.parent);
    return found;
  }
  // Children on other nodes come first: they have most ranks below them.
  const LeaderTree tree(placement.node(), placement.nodes());
  if (!tree.is_top()) found.parent = placement.leader(tree.parent());
  std::vector<int> children;
  for (int node = tree.first_child(); node < tree.end_of_children(); ++node) {
    children.push_back(placement.leader(node));
  }
  found.children.insert(found.children.begin(), children.begin(), children.end());
  return found;
}

}  // namespace strobe::bcs::runtime
