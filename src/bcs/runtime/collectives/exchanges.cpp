// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/collectives/exchanges.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "schedule/exchange.hpp"
#include "schedule/rooted.hpp"
#include "schedule/topology.hpp"

namespace strobe::bcs::runtime::collectives {
namespace {

/// Data of this size or more use the rendezvous: all receivers fetch them at the same time, and a
/// tree would only make them wait for each other.
constexpr std::size_t fetched_bytes = std::size_t{64} << 10;

const Piece& at(std::span<const Piece> pieces, int rank) {
  return pieces[static_cast<std::size_t>(rank)];
}

}  // namespace

bool is_fetched(Piece data) { return data.bytes >= fetched_bytes; }

void follow(CollectiveSchedule& plan, const schedule::Steps& steps, Piece data) {
  bool has_received = false;
  for (const schedule::Step& step : steps) {
    if (step.sends()) {
      if (has_received) plan.end_round();
      has_received = false;
      plan.send(step.to, step.out.count > 0 ? data : Piece{},
                CollectiveSchedule::Empty::is_a_message);
    }
    if (step.receives()) {
      plan.receive(step.from, step.in.count > 0 ? data : Piece{},
                   CollectiveSchedule::Empty::is_a_message);
      has_received = true;
    }
  }
  plan.end_round();
}

void pass_on(CollectiveSchedule& plan, schedule::Position place, schedule::Topology tree,
             Piece data, FunctionRef<int(int place)> member_at) {
  const schedule::Neighbours kin = schedule::neighbours_of(tree, place);
  if (kin.parent != schedule::no_rank) plan.receive(member_at(kin.parent), data);
  plan.end_round();
  for (const int child : kin.children) plan.send(member_at(child), data);
}

CollectiveSchedule barrier(schedule::Position place) {
  CollectiveSchedule plan;
  follow(plan, schedule::dissemination_barrier(place), {});
  return plan;
}

CollectiveSchedule broadcast(schedule::Position place, Piece data) {
  CollectiveSchedule plan;
  const schedule::Topology topology =
      is_fetched(data) ? schedule::fully_connected : schedule::binomial;
  follow(plan, schedule::broadcast(topology, place), data);
  return plan;
}

CollectiveSchedule gather(schedule::Position place, Piece mine, std::span<const Piece> parts) {
  CollectiveSchedule plan;
  if (place.rank != place.root) {
    plan.send(place.root, mine);
  } else {
    plan.copy(mine, at(parts, place.rank).at);
    for (const int member : schedule::neighbours_of(schedule::fully_connected, place).children) {
      plan.receive(member, at(parts, member));
    }
  }
  plan.end_round();
  return plan;
}

CollectiveSchedule scatter(schedule::Position place, std::span<const Piece> parts, Piece mine) {
  CollectiveSchedule plan;
  if (place.rank != place.root) {
    plan.receive(place.root, mine);
  } else {
    plan.copy(at(parts, place.rank), mine.at);
    for (const int member : schedule::neighbours_of(schedule::fully_connected, place).children) {
      plan.send(member, at(parts, member));
    }
  }
  plan.end_round();
  return plan;
}

void exchange_directly(CollectiveSchedule& plan, schedule::Position place,
                       std::span<const Piece> out, std::span<const Piece> in) {
  for (const schedule::Step& step : schedule::alltoall_in_pairs(place)) {
    plan.send(step.to, at(out, step.to));
    plan.receive(step.from, at(in, step.from));
  }
  plan.end_round();
}

CollectiveSchedule allgather(schedule::Position place, Piece mine, std::span<const Piece> parts) {
  CollectiveSchedule plan;
  plan.copy(mine, at(parts, place.rank).at);
  exchange_directly(plan, place, std::vector<Piece>(parts.size(), at(parts, place.rank)), parts);
  return plan;
}

CollectiveSchedule alltoall(schedule::Position place, std::span<const Piece> out,
                            std::span<const Piece> in, MemoryPool& memory) {
  CollectiveSchedule plan(memory);
  const bool is_in_place = std::ranges::equal(
      out, in, [](const Piece& one, const Piece& other) { return one.at == other.at; });
  if (!is_in_place) {
    plan.copy(at(out, place.rank), at(in, place.rank).at);
    exchange_directly(plan, place, out, in);
    return plan;
  }
  // Data may arrive before the data in the same place have been sent.
  std::vector<Piece> leaving;
  for (const Piece& piece : out) {
    leaving.push_back(plan.room(piece.bytes));
    plan.copy(piece, leaving.back().at);
  }
  exchange_directly(plan, place, leaving, in);
  return plan;
}

CollectiveSchedule exchange(int rank, std::span<const Edge> out, std::span<const Edge> in) {
  CollectiveSchedule plan;
  // Messages to itself match as all others do: in their order within a lane.
  std::vector<const Edge*> to_itself;
  for (const Edge& edge : out) {
    if (edge.neighbor == rank) to_itself.push_back(&edge);
  }
  for (const Edge& edge : in) {
    if (edge.neighbor != rank) continue;
    const auto found = std::ranges::find(to_itself, edge.lane, &Edge::lane);
    if (found == to_itself.end()) continue;
    plan.copy((*found)->piece, edge.piece.at);
    to_itself.erase(found);
  }
  for (const Edge& edge : out) {
    if (edge.neighbor != rank) {
      plan.send(edge.neighbor, edge.piece, CollectiveSchedule::Empty::is_nothing, edge.lane);
    }
  }
  for (const Edge& edge : in) {
    if (edge.neighbor != rank) {
      plan.receive(edge.neighbor, edge.piece, CollectiveSchedule::Empty::is_nothing, edge.lane);
    }
  }
  plan.end_round();
  return plan;
}

}  // namespace strobe::bcs::runtime::collectives
