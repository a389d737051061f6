// SPDX-License-Identifier: BSD-3-Clause
//
// Schedules of collectives whose members are on several nodes, with several members on some of
// them. One member of each node, its leader, exchanges messages with the leaders of other nodes; on
// the root's node the root is the leader. So there is one message between two nodes instead of one
// for each pair of members. Reductions combine the same contributions in the order of ranks, since
// leaders pass on contributions and no partial results.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "bcs/runtime/collectives/call.hpp"
#include "bcs/runtime/collectives/collective_schedule.hpp"
#include "schedule/step.hpp"

namespace strobe::bcs::runtime::collectives {

/// The nodes of the members of a communicator, numbered in the order of their first members.
class Nodes {
 public:
  /// The node of each member, in any numbering.
  explicit Nodes(std::span<const int> of_members);

  [[nodiscard]] int count() const { return static_cast<int>(begins_.size()) - 1; }
  [[nodiscard]] int of(int member) const { return node_[static_cast<std::size_t>(member)]; }
  /// The members on a node, ascending.
  [[nodiscard]] std::span<const int> members(int node) const {
    return std::span(members_).subspan(begin(node), begin(node + 1) - begin(node));
  }
  /// How many members precede those of this node if members are sorted by node.
  [[nodiscard]] std::size_t begin(int node) const {
    return begins_[static_cast<std::size_t>(node)];
  }
  /// Whether there are several nodes, and one of them has several members.
  [[nodiscard]] bool are_shared() const {
    return count() > 1 && static_cast<std::size_t>(count()) < node_.size();
  }

 private:
  std::vector<int> node_;            ///< by member
  std::vector<int> members_;         ///< sorted by node
  std::vector<std::size_t> begins_;  ///< of each node in `members_`, and the end
};

/// None if leaders would save nothing: for long contributions, for parts whose sizes only the root
/// knows, if members get different data, and if each node has one member.
[[nodiscard]] std::optional<CollectiveSchedule> schedule_across_nodes(const Nodes& nodes,
                                                                      schedule::Position place,
                                                                      const Call& call);

}  // namespace strobe::bcs::runtime::collectives
