// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/collectives/across_nodes.hpp"

#include <algorithm>
#include <map>

#include "bcs/runtime/collectives/exchanges.hpp"
#include "bcs/runtime/collectives/reductions.hpp"
#include "schedule/exchange.hpp"
#include "schedule/topology.hpp"

namespace strobe::bcs::runtime::collectives {
namespace {

/// A member, and the leaders of the nodes.
struct NodeGroup {
  const Nodes& nodes;
  schedule::Position place;

  [[nodiscard]] int node() const { return nodes.of(place.rank); }
  [[nodiscard]] int leader(int of_node) const {
    return of_node == nodes.of(place.root) ? place.root : nodes.members(of_node).front();
  }
  [[nodiscard]] int leader() const { return leader(node()); }
  [[nodiscard]] bool is_leader() const { return leader() == place.rank; }
  [[nodiscard]] bool is_root() const { return place.rank == place.root; }
  /// The position of its node among the nodes.
  [[nodiscard]] schedule::Position of_node() const {
    return {.rank = node(), .size = nodes.count(), .root = nodes.of(place.root)};
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

/// The blocks of all members, sorted by node, so that the blocks of a node are one message.
class NodeBlocks {
 public:
  NodeBlocks(CollectiveSchedule& plan, const Nodes& nodes, int members, std::size_t block_bytes)
      : nodes_(nodes),
        block_bytes_(block_bytes),
        room_(plan.room(static_cast<std::size_t>(members) * block_bytes)) {}

  [[nodiscard]] Piece of_node(int node) const {
    return room_.part(nodes_.begin(node) * block_bytes_,
                      nodes_.members(node).size() * block_bytes_);
  }
  [[nodiscard]] Piece of_member(int member) const {
    const int node = nodes_.of(member);
    const std::span<const int> together = nodes_.members(node);
    const auto before = std::ranges::find(together, member) - together.begin();
    return of_node(node).part(static_cast<std::size_t>(before) * block_bytes_, block_bytes_);
  }
  [[nodiscard]] Piece whole() const { return room_; }
  /// The blocks in the order of members.
  [[nodiscard]] std::vector<Piece> by_member(int members) const {
    std::vector<Piece> all;
    for (int member = 0; member < members; ++member) all.push_back(of_member(member));
    return all;
  }

 private:
  const Nodes& nodes_;
  std::size_t block_bytes_;
  Piece room_;
};

/// The leader gets the contributions of its node.
void gather_within_node(CollectiveSchedule& plan, const NodeGroup& group, Piece mine,
                        const NodeBlocks& blocks) {
  if (group.is_leader()) {
    plan.copy(mine, blocks.of_member(group.place.rank).at);
    group.for_others_here([&](int member) { plan.receive(member, blocks.of_member(member)); });
  } else {
    plan.send(group.leader(), mine);
  }
  plan.end_round();
}

/// All leaders get the blocks of all nodes.
void exchange_blocks(CollectiveSchedule& plan, const NodeGroup& group, const NodeBlocks& blocks) {
  group.for_other_nodes([&](int node) {
    plan.send(group.leader(node), blocks.of_node(group.node()));
    plan.receive(group.leader(node), blocks.of_node(node));
  });
  plan.end_round();
}

/// The root gets the blocks of all nodes.
void send_blocks_to_root(CollectiveSchedule& plan, const NodeGroup& group,
                         const NodeBlocks& blocks) {
  if (group.is_root()) {
    group.for_other_nodes(
        [&](int node) { plan.receive(group.leader(node), blocks.of_node(node)); });
  } else if (group.is_leader()) {
    plan.send(group.place.root, blocks.of_node(group.node()));
  }
  plan.end_round();
}

/// The leader sends the data to the others on its node.
void broadcast_within_node(
    CollectiveSchedule& plan, const NodeGroup& group, Piece data,
    CollectiveSchedule::Empty empty = CollectiveSchedule::Empty::is_nothing) {
  if (group.is_leader()) {
    group.for_others_here([&](int member) { plan.send(member, data, empty); });
  } else {
    plan.receive(group.leader(), data, empty);
  }
  plan.end_round();
}

CollectiveSchedule barrier(const NodeGroup& group) {
  CollectiveSchedule plan;
  constexpr auto empty = CollectiveSchedule::Empty::is_a_message;
  if (group.is_leader()) {
    group.for_others_here([&](int member) { plan.receive(member, {}, empty); });
    plan.end_round();
    schedule::Steps steps = schedule::dissemination_barrier(group.of_node());
    for (schedule::Step& step : steps) {
      if (step.sends()) step.to = group.leader(step.to);
      if (step.receives()) step.from = group.leader(step.from);
    }
    follow(plan, steps, {});
  } else {
    plan.send(group.leader(), {}, empty);
  }
  broadcast_within_node(plan, group, {}, empty);
  return plan;
}

CollectiveSchedule broadcast(const NodeGroup& group, Piece data) {
  CollectiveSchedule plan;
  if (group.is_leader()) {
    const schedule::Neighbours kin = schedule::neighbours_of(spreading(data), group.of_node());
    if (kin.parent != schedule::no_rank) plan.receive(group.leader(kin.parent), data);
    plan.end_round();
    for (const int node : kin.children) plan.send(group.leader(node), data);
  }
  broadcast_within_node(plan, group, data);
  return plan;
}

CollectiveSchedule gather(const NodeGroup& group, Piece mine, std::span<const Piece> parts,
                          std::size_t bytes) {
  CollectiveSchedule plan;
  const NodeBlocks blocks(plan, group.nodes, group.place.size, bytes);
  gather_within_node(plan, group, mine, blocks);
  send_blocks_to_root(plan, group, blocks);
  if (group.is_root()) {
    for (int member = 0; member < group.place.size; ++member) {
      plan.copy(blocks.of_member(member), parts[static_cast<std::size_t>(member)].at);
    }
    plan.end_round();
  }
  return plan;
}

CollectiveSchedule scatter(const NodeGroup& group, std::span<const Piece> parts, Piece mine,
                           std::size_t bytes) {
  CollectiveSchedule plan;
  const NodeBlocks blocks(plan, group.nodes, group.place.size, bytes);
  const auto part = [&](int member) { return parts[static_cast<std::size_t>(member)]; };
  if (group.is_root()) {
    for (int member = 0; member < group.place.size; ++member) {
      plan.copy(part(member), blocks.of_member(member).at);
    }
    group.for_other_nodes([&](int node) { plan.send(group.leader(node), blocks.of_node(node)); });
  } else if (group.is_leader()) {
    plan.receive(group.place.root, blocks.of_node(group.node()));
    plan.end_round();
  }
  if (group.is_leader()) {
    group.for_others_here([&](int member) { plan.send(member, blocks.of_member(member)); });
    plan.copy(blocks.of_member(group.place.rank), mine.at);
  } else {
    plan.receive(group.leader(), mine);
  }
  plan.end_round();
  return plan;
}

CollectiveSchedule allgather(const NodeGroup& group, Piece mine, std::span<const Piece> parts,
                             std::size_t bytes) {
  CollectiveSchedule plan;
  const NodeBlocks blocks(plan, group.nodes, group.place.size, bytes);
  gather_within_node(plan, group, mine, blocks);
  if (group.is_leader()) exchange_blocks(plan, group, blocks);
  broadcast_within_node(plan, group, blocks.whole());
  for (int member = 0; member < group.place.size; ++member) {
    plan.copy(blocks.of_member(member), parts[static_cast<std::size_t>(member)].at);
  }
  plan.end_round();
  return plan;
}

CollectiveSchedule reduce(const NodeGroup& group, Piece mine, Piece result,
                          const Reduction& reduction) {
  CollectiveSchedule plan(reduction);
  const NodeBlocks blocks(plan, group.nodes, group.place.size, mine.bytes);
  gather_within_node(plan, group, mine, blocks);
  send_blocks_to_root(plan, group, blocks);
  if (group.is_root()) fold(plan, blocks.by_member(group.place.size), result);
  return plan;
}

CollectiveSchedule allreduce(const NodeGroup& group, Piece mine, Piece result,
                             const Reduction& reduction) {
  CollectiveSchedule plan(reduction);
  const NodeBlocks blocks(plan, group.nodes, group.place.size, mine.bytes);
  gather_within_node(plan, group, mine, blocks);
  if (group.is_leader()) {
    exchange_blocks(plan, group, blocks);
    fold(plan, blocks.by_member(group.place.size), result);
  }
  broadcast_within_node(plan, group, result);
  return plan;
}

}  // namespace

Nodes::Nodes(std::span<const int> of_members) {
  std::map<int, int> number;
  for (const int node : of_members) {
    node_.push_back(number.try_emplace(node, static_cast<int>(number.size())).first->second);
  }
  begins_.push_back(0);
  for (int node = 0; node < static_cast<int>(number.size()); ++node) {
    for (std::size_t member = 0; member < node_.size(); ++member) {
      if (node_[member] == node) members_.push_back(static_cast<int>(member));
    }
    begins_.push_back(members_.size());
  }
}

std::optional<CollectiveSchedule> schedule_across_nodes(const Nodes& nodes,
                                                        schedule::Position place,
                                                        const Call& call) {
  if (!nodes.are_shared()) return std::nullopt;
  const NodeGroup group{.nodes = nodes, .place = place};
  const std::size_t bytes = call.signature.bytes;
  const bool are_blocks_short = sends_whole(bytes, place.size);
  const bool are_contributions_short = sends_whole(call.mine.bytes, place.size);
  switch (call.signature.kind) {
    case CollectiveKind::barrier:
    case CollectiveKind::finalization:
      return barrier(group);
    case CollectiveKind::broadcast:
      return broadcast(group, call.result);
    case CollectiveKind::gather:
      if (are_blocks_short) return gather(group, call.mine, call.in, bytes);
      break;
    case CollectiveKind::scatter:
      if (are_blocks_short) return scatter(group, call.out, call.result, bytes);
      break;
    case CollectiveKind::allgather:
      if (are_blocks_short) return allgather(group, call.mine, call.in, bytes);
      break;
    case CollectiveKind::reduce:
      if (are_contributions_short) return reduce(group, call.mine, call.result, call.reduction);
      break;
    case CollectiveKind::allreduce:
      if (are_contributions_short) return allreduce(group, call.mine, call.result, call.reduction);
      break;
    default:
      break;
  }
  return std::nullopt;
}

}  // namespace strobe::bcs::runtime::collectives
