// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/collectives/across_nodes.hpp"

#include <algorithm>

#include "bcs/runtime/collectives/exchanges.hpp"
#include "bcs/runtime/collectives/halving.hpp"
#include "bcs/runtime/collectives/reductions.hpp"
#include "bcs/runtime/collectives/reductions_across_nodes.hpp"
#include "schedule/exchange.hpp"
#include "schedule/topology.hpp"

namespace strobe::bcs::runtime::collectives {
namespace {

/// To so few nodes the root sends long data whole.
constexpr int most_whole = 4;

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
    return room_.part(nodes_.place(member) * block_bytes_, block_bytes_);
  }
  [[nodiscard]] Piece whole() const { return room_; }

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

/// All leaders get the blocks of all nodes: with few nodes directly, with many in log2(nodes) steps
/// (Bruck and others, "Efficient Algorithms for All-to-All Communications", 1997).
void exchange_blocks(CollectiveSchedule& plan, const NodeGroup& group, const NodeBlocks& blocks) {
  const int nodes = group.nodes.count();
  if (nodes <= most_directly) {
    group.for_other_nodes([&](int node) {
      plan.send(group.leader(node), blocks.of_node(group.node()));
      plan.receive(group.leader(node), blocks.of_node(node));
    });
    plan.end_round();
    return;
  }
  // The blocks from the own node on, so that those of successive nodes are one message.
  const Piece whole = blocks.whole();
  const Piece from_own = plan.room(whole.bytes);
  const std::size_t own_begin =
      static_cast<std::size_t>(blocks.of_node(group.node()).at - whole.at);
  const auto begin = [&](int distance) {
    const int node = group.node() + distance;
    if (node == nodes) return whole.bytes - own_begin;
    const auto at = static_cast<std::size_t>(blocks.of_node(node % nodes).at - whole.at);
    return node < nodes ? at - own_begin : at + whole.bytes - own_begin;
  };
  const auto between = [&](int distance, int end) {
    return from_own.part(begin(distance),
                         (end == nodes ? whole.bytes : begin(end)) - begin(distance));
  };
  plan.copy(blocks.of_node(group.node()), from_own.at);
  for (int distance = 1; distance < nodes; distance *= 2) {
    const int count = std::min(distance, nodes - distance);
    plan.send(group.leader((group.node() + nodes - distance) % nodes), between(0, count));
    plan.receive(group.leader((group.node() + distance) % nodes),
                 between(distance, distance + count));
    plan.end_round();
  }
  plan.copy(from_own.part(0, whole.bytes - own_begin), whole.at + own_begin);
  plan.copy(from_own.part(whole.bytes - own_begin, own_begin), whole.at);
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

/// All leaders get the data of the root.
void broadcast_to_leaders(CollectiveSchedule& plan, const NodeGroup& group, Piece data) {
  const bool is_flat = is_fetched(data) && group.nodes.count() <= most_whole;
  pass_on(plan, group.of_node(), is_flat ? schedule::fully_connected : schedule::binomial, data,
          [&](int node) { return group.leader(node); });
}

/// The same for long data: the root gives each leader a part, and the leaders put the parts
/// together (van de Geijn, "On Global Combine Operations", 1994).
void scatter_and_put_together(CollectiveSchedule& plan, const NodeGroup& group, Piece data) {
  const schedule::Position place = group.of_node();
  const int own = place.from_root();
  const auto leader = [&](int distance) { return group.leader(place.rank_at(distance)); };
  const auto part = [&](int node, int parts) {
    const Interval bytes = halved({0, data.bytes}, node, parts);
    return data.part(bytes.first, bytes.count);
  };
  for (int width = 1; 2 * width <= place.size; width *= 2) {
    if (own < width) {
      plan.send(leader(own + width), part(own + width, 2 * width));
    } else if (own < 2 * width) {
      plan.receive(leader(own - width), part(own, 2 * width));
    }
    plan.end_round();
  }
  put_together(plan, own, place.size, std::nullopt, part, leader);
}

CollectiveSchedule broadcast(const NodeGroup& group, Piece data) {
  CollectiveSchedule plan;
  const int nodes = group.nodes.count();
  if (group.is_leader()) {
    if (is_fetched(data) && nodes > most_whole && !has_crowded_step(nodes)) {
      scatter_and_put_together(plan, group, data);
    } else {
      broadcast_to_leaders(plan, group, data);
    }
  }
  broadcast_within_node(plan, group, data);
  return plan;
}

CollectiveSchedule gather(const NodeGroup& group, const Call& call) {
  CollectiveSchedule plan(*call.memory);
  const NodeBlocks blocks(plan, group.nodes, group.place.size, call.signature.bytes);
  gather_within_node(plan, group, call.mine, blocks);
  send_blocks_to_root(plan, group, blocks);
  if (group.is_root()) {
    for (int member = 0; member < group.place.size; ++member) {
      plan.copy(blocks.of_member(member), call.in[static_cast<std::size_t>(member)].at);
    }
    plan.end_round();
  }
  return plan;
}

CollectiveSchedule scatter(const NodeGroup& group, const Call& call) {
  CollectiveSchedule plan(*call.memory);
  const NodeBlocks blocks(plan, group.nodes, group.place.size, call.signature.bytes);
  const auto part = [&](int member) { return call.out[static_cast<std::size_t>(member)]; };
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
    plan.copy(blocks.of_member(group.place.rank), call.result.at);
  } else {
    plan.receive(group.leader(), call.result);
  }
  plan.end_round();
  return plan;
}

CollectiveSchedule allgather(const NodeGroup& group, const Call& call) {
  CollectiveSchedule plan(*call.memory);
  const NodeBlocks blocks(plan, group.nodes, group.place.size, call.signature.bytes);
  gather_within_node(plan, group, call.mine, blocks);
  if (group.is_leader()) exchange_blocks(plan, group, blocks);
  broadcast_within_node(plan, group, blocks.whole());
  for (int member = 0; member < group.place.size; ++member) {
    plan.copy(blocks.of_member(member), call.in[static_cast<std::size_t>(member)].at);
  }
  plan.end_round();
  return plan;
}

}  // namespace

std::optional<CollectiveSchedule> schedule_across_nodes(const Nodes& nodes,
                                                        schedule::Position place,
                                                        const Call& call) {
  if (nodes.count() == 1) return std::nullopt;
  const NodeGroup group{.nodes = nodes, .place = place};
  const bool are_exchanged_by_leaders = nodes.are_shared() || nodes.count() > most_directly;
  const bool are_blocks_short = sends_whole(call.signature.bytes, place.size);
  switch (call.signature.kind) {
    case CollectiveKind::barrier:
    case CollectiveKind::finalization:
      return barrier(group);
    case CollectiveKind::broadcast:
      return broadcast(group, call.result);
    case CollectiveKind::gather:
      if (are_blocks_short && nodes.are_shared()) return gather(group, call);
      break;
    case CollectiveKind::scatter:
      if (are_blocks_short && nodes.are_shared()) return scatter(group, call);
      break;
    case CollectiveKind::allgather:
      if (are_blocks_short && are_exchanged_by_leaders) return allgather(group, call);
      break;
    case CollectiveKind::reduce:
    case CollectiveKind::allreduce:
      return reduction_across_nodes(group, call);
    case CollectiveKind::reduce_scatter:
    case CollectiveKind::reduce_scatter_block:
      if (are_exchanged_by_leaders) return reduction_across_nodes(group, call);
      break;
    default:
      break;
  }
  return std::nullopt;
}

}  // namespace strobe::bcs::runtime::collectives
