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

/// A member, and who speaks for whom.
struct Crew {
  const Nodes& nodes;
  schedule::Place place;

  [[nodiscard]] int node() const { return nodes.of(place.rank); }
  [[nodiscard]] int speaker(int of_node) const {
    return of_node == nodes.of(place.root) ? place.root : nodes.members(of_node).front();
  }
  [[nodiscard]] int speaker() const { return speaker(node()); }
  [[nodiscard]] bool speaks() const { return speaker() == place.rank; }
  [[nodiscard]] bool is_root() const { return place.rank == place.root; }
  /// The place of its node among nodes.
  [[nodiscard]] schedule::Place of_node() const {
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

/// Blocks of all members, node by node, so that those of a node are one message.
class Bundles {
 public:
  Bundles(Program& program, const Nodes& nodes, int members, std::size_t block_bytes)
      : nodes_(nodes),
        block_bytes_(block_bytes),
        room_(program.room(static_cast<std::size_t>(members) * block_bytes)) {}

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
  /// In the order of members.
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

/// Contributions come to who speaks.
void collect(Program& program, const Crew& crew, Piece mine, const Bundles& bundles) {
  if (crew.speaks()) {
    program.copy(mine, bundles.of_member(crew.place.rank).at);
    crew.for_others_here([&](int member) { program.receive(member, bundles.of_member(member)); });
  } else {
    program.send(crew.speaker(), mine);
  }
  program.end_round();
}

/// The bundles of all nodes come to all who speak.
void exchange_bundles(Program& program, const Crew& crew, const Bundles& bundles) {
  crew.for_other_nodes([&](int node) {
    program.send(crew.speaker(node), bundles.of_node(crew.node()));
    program.receive(crew.speaker(node), bundles.of_node(node));
  });
  program.end_round();
}

/// They come to the root.
void send_bundles_to_root(Program& program, const Crew& crew, const Bundles& bundles) {
  if (crew.is_root()) {
    crew.for_other_nodes(
        [&](int node) { program.receive(crew.speaker(node), bundles.of_node(node)); });
  } else if (crew.speaks()) {
    program.send(crew.place.root, bundles.of_node(crew.node()));
  }
  program.end_round();
}

/// Who speaks tells the others of its node.
void tell(Program& program, const Crew& crew, Piece data,
          Program::Empty empty = Program::Empty::is_nothing) {
  if (crew.speaks()) {
    crew.for_others_here([&](int member) { program.send(member, data, empty); });
  } else {
    program.receive(crew.speaker(), data, empty);
  }
  program.end_round();
}

Program barrier(const Crew& crew) {
  Program program;
  constexpr auto empty = Program::Empty::is_a_message;
  if (crew.speaks()) {
    crew.for_others_here([&](int member) { program.receive(member, {}, empty); });
    program.end_round();
    schedule::Steps steps = schedule::dissemination_barrier(crew.of_node());
    for (schedule::Step& step : steps) {
      if (step.sends()) step.to = crew.speaker(step.to);
      if (step.receives()) step.from = crew.speaker(step.from);
    }
    follow(program, steps, {});
  } else {
    program.send(crew.speaker(), {}, empty);
  }
  tell(program, crew, {}, empty);
  return program;
}

Program broadcast(const Crew& crew, Piece data) {
  Program program;
  if (crew.speaks()) {
    const schedule::Kin kin = schedule::kin(spreading(data), crew.of_node());
    if (kin.parent != schedule::nobody) program.receive(crew.speaker(kin.parent), data);
    program.end_round();
    for (const int node : kin.children) program.send(crew.speaker(node), data);
  }
  tell(program, crew, data);
  return program;
}

Program gather(const Crew& crew, Piece mine, std::span<const Piece> parts, std::size_t bytes) {
  Program program;
  const Bundles bundles(program, crew.nodes, crew.place.size, bytes);
  collect(program, crew, mine, bundles);
  send_bundles_to_root(program, crew, bundles);
  if (crew.is_root()) {
    for (int member = 0; member < crew.place.size; ++member) {
      program.copy(bundles.of_member(member), parts[static_cast<std::size_t>(member)].at);
    }
    program.end_round();
  }
  return program;
}

Program scatter(const Crew& crew, std::span<const Piece> parts, Piece mine, std::size_t bytes) {
  Program program;
  const Bundles bundles(program, crew.nodes, crew.place.size, bytes);
  const auto part = [&](int member) { return parts[static_cast<std::size_t>(member)]; };
  if (crew.is_root()) {
    for (int member = 0; member < crew.place.size; ++member) {
      program.copy(part(member), bundles.of_member(member).at);
    }
    crew.for_other_nodes(
        [&](int node) { program.send(crew.speaker(node), bundles.of_node(node)); });
  } else if (crew.speaks()) {
    program.receive(crew.place.root, bundles.of_node(crew.node()));
    program.end_round();
  }
  if (crew.speaks()) {
    crew.for_others_here([&](int member) { program.send(member, bundles.of_member(member)); });
    program.copy(bundles.of_member(crew.place.rank), mine.at);
  } else {
    program.receive(crew.speaker(), mine);
  }
  program.end_round();
  return program;
}

Program allgather(const Crew& crew, Piece mine, std::span<const Piece> parts, std::size_t bytes) {
  Program program;
  const Bundles bundles(program, crew.nodes, crew.place.size, bytes);
  collect(program, crew, mine, bundles);
  if (crew.speaks()) exchange_bundles(program, crew, bundles);
  tell(program, crew, bundles.whole());
  for (int member = 0; member < crew.place.size; ++member) {
    program.copy(bundles.of_member(member), parts[static_cast<std::size_t>(member)].at);
  }
  program.end_round();
  return program;
}

Program reduce(const Crew& crew, Piece mine, Piece result, const Reduction& reduction) {
  Program program(reduction);
  const Bundles bundles(program, crew.nodes, crew.place.size, mine.bytes);
  collect(program, crew, mine, bundles);
  send_bundles_to_root(program, crew, bundles);
  if (crew.is_root()) fold(program, bundles.by_member(crew.place.size), result);
  return program;
}

Program allreduce(const Crew& crew, Piece mine, Piece result, const Reduction& reduction) {
  Program program(reduction);
  const Bundles bundles(program, crew.nodes, crew.place.size, mine.bytes);
  collect(program, crew, mine, bundles);
  if (crew.speaks()) {
    exchange_bundles(program, crew, bundles);
    fold(program, bundles.by_member(crew.place.size), result);
  }
  tell(program, crew, result);
  return program;
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

std::optional<Program> program_across(const Nodes& nodes, schedule::Place place, const Call& call) {
  if (!nodes.are_shared()) return std::nullopt;
  const Crew crew{.nodes = nodes, .place = place};
  const std::size_t bytes = call.signature.bytes;
  const bool are_blocks_short = go_whole(bytes, place.size);
  const bool are_contributions_short = go_whole(call.mine.bytes, place.size);
  switch (call.signature.kind) {
    case Kind::barrier:
    case Kind::finalization:
      return barrier(crew);
    case Kind::broadcast:
      return broadcast(crew, call.result);
    case Kind::gather:
      if (are_blocks_short) return gather(crew, call.mine, call.in, bytes);
      break;
    case Kind::scatter:
      if (are_blocks_short) return scatter(crew, call.out, call.result, bytes);
      break;
    case Kind::allgather:
      if (are_blocks_short) return allgather(crew, call.mine, call.in, bytes);
      break;
    case Kind::reduce:
      if (are_contributions_short) return reduce(crew, call.mine, call.result, call.reduction);
      break;
    case Kind::allreduce:
      if (are_contributions_short) return allreduce(crew, call.mine, call.result, call.reduction);
      break;
    default:
      break;
  }
  return std::nullopt;
}

}  // namespace strobe::bcs::runtime::collectives
