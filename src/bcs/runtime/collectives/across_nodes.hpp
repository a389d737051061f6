// SPDX-License-Identifier: BSD-3-Clause
//
// Programs of collectives whose members are on several nodes, some of them together. One member of
// each node speaks with those of other nodes, the root for its own: between two nodes there is one
// message where there would be one for each pair of their members. What is combined is the same, in
// the order of ranks: contributions are passed on, not what they come to on a node.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "bcs/runtime/collectives/call.hpp"
#include "bcs/runtime/collectives/collective_schedule.hpp"
#include "schedule/step.hpp"

namespace strobe::bcs::runtime::collectives {

/// On which nodes the members of a communicator are. Nodes are counted by their first members.
class Nodes {
 public:
  /// The nodes of the members, in any numbers.
  explicit Nodes(std::span<const int> of_members);

  [[nodiscard]] int count() const { return static_cast<int>(begins_.size()) - 1; }
  [[nodiscard]] int of(int member) const { return node_[static_cast<std::size_t>(member)]; }
  /// Those of a node, rising.
  [[nodiscard]] std::span<const int> members(int node) const {
    return std::span(members_).subspan(begin(node), begin(node + 1) - begin(node));
  }
  /// How many members stand before those of a node where all stand node by node.
  [[nodiscard]] std::size_t begin(int node) const {
    return begins_[static_cast<std::size_t>(node)];
  }
  /// Whether there are several, and members that are together.
  [[nodiscard]] bool are_shared() const {
    return count() > 1 && static_cast<std::size_t>(count()) < node_.size();
  }

 private:
  std::vector<int> node_;            ///< by member
  std::vector<int> members_;         ///< node by node
  std::vector<std::size_t> begins_;  ///< of each node among those, and the end
};

/// None where each member does as well by itself: of long contributions, of parts that only the
/// root knows, where members differ in what they get, and where no two of them are together.
[[nodiscard]] std::optional<CollectiveSchedule> schedule_across_nodes(const Nodes& nodes,
                                                                      schedule::Place place,
                                                                      const Call& call);

}  // namespace strobe::bcs::runtime::collectives
