// SPDX-License-Identifier: BSD-3-Clause
//
// The nodes of the members of a communicator. On each node one member is the leader, which
// exchanges messages with the leaders of other nodes; on the root's node the root is the leader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ranges>
#include <vector>

#include "bcs/runtime/collectives/reduction_order.hpp"
#include "bcs/runtime/strided_list.hpp"
#include "schedule/step.hpp"

namespace strobe::bcs::runtime::collectives {

/// So few leaders send directly to all others, in one step.
inline constexpr int most_directly = 8;

/// Nodes are numbered in the order of their first members.
class Nodes {
 public:
  /// The node of each member, in any numbering.
  explicit Nodes(const StridedList& of_members);
  /// As if each member had a node of its own.
  [[nodiscard]] static Nodes of_single_members(int members);

  [[nodiscard]] int count() const { return static_cast<int>(begins_.size()) - 1; }
  [[nodiscard]] int size() const { return static_cast<int>(node_.size()); }
  [[nodiscard]] int of(int member) const { return node_[static_cast<std::size_t>(member)]; }
  /// The members on a node, ascending.
  [[nodiscard]] auto members(int node) const {
    return std::views::iota(begin(node), begin(node + 1)) |
           std::views::transform([this](std::size_t place) { return members_[place]; });
  }
  /// How many members precede those of this node if members are sorted by node.
  [[nodiscard]] std::size_t begin(int node) const {
    return static_cast<std::size_t>(begins_[static_cast<std::size_t>(node)]);
  }
  /// How many precede this member.
  [[nodiscard]] std::size_t place(int member) const;
  /// Whether a node has several members.
  [[nodiscard]] bool are_shared() const { return count() < size(); }
  /// The smallest number of members of a node.
  [[nodiscard]] int fewest_members() const { return fewest_members_; }
  /// The partial results to which the order of reductions combines the contributions of `count`
  /// nodes from `first` on. The first node follows the last; `count` is less than all if it does.
  [[nodiscard]] std::vector<RankRange> partial_ranges(int first, int count) const;

 private:
  /// How members are dealt to nodes.
  enum class Order : std::uint8_t {
    blocks,  ///< members sorted by node are in their own order
    cyclic,  ///< one after the other to all nodes, and again
    any,
  };

  void find_begins();
  /// The members of the nodes of `partial_ranges`, in ascending ranges that do not touch.
  [[nodiscard]] std::vector<RankRange> runs(int first, int count) const;

  StridedList node_;     ///< by member
  StridedList members_;  ///< sorted by node
  StridedList begins_;   ///< of each node in `members_`, and the end
  int fewest_members_ = 0;
  Order order_ = Order::any;
};

/// A member, and the leaders of the nodes.
struct NodeGroup {
  const Nodes& nodes;
  schedule::Position place;

  [[nodiscard]] int node() const { return nodes.of(place.rank); }
  [[nodiscard]] int root_node() const { return nodes.of(place.root); }
  /// The leader of a node, or its second leader (1), and so on.
  [[nodiscard]] int leader(int of_node, int number = 0) const;
  [[nodiscard]] int leader() const { return leader(node()); }
  [[nodiscard]] bool is_leader() const { return leader() == place.rank; }
  [[nodiscard]] bool is_root() const { return place.rank == place.root; }
  /// The position of its node among the nodes.
  [[nodiscard]] schedule::Position of_node() const {
    return {.rank = node(), .size = nodes.count(), .root = root_node()};
  }

  template <class Do>
  void for_others_here(Do&& act) const {
    for (const int member : nodes.members(node())) {
      if (member != place.rank) act(member);
    }
  }
  template <class Do>
  void for_other_nodes(Do&& act) const {
    for (int other = 0; other < nodes.count(); ++other) {
      if (other != node()) act(other);
    }
  }
};

}  // namespace strobe::bcs::runtime::collectives
