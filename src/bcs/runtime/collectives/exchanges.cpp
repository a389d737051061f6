// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/collectives/exchanges.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "schedule/exchange.hpp"
#include "schedule/spread.hpp"
#include "schedule/topology.hpp"

namespace strobe::bcs::runtime::collectives {
namespace {

/// From here on the receivers fetch the data themselves, all at the same time, which a tree would
/// only make wait for each other.
constexpr std::size_t fetched_bytes = std::size_t{64} << 10;

const Piece& at(std::span<const Piece> pieces, int rank) {
  return pieces[static_cast<std::size_t>(rank)];
}

}  // namespace

schedule::Topology spreading(Piece data) {
  return data.bytes < fetched_bytes ? schedule::binomial : schedule::fully_connected;
}

void follow(Program& program, const schedule::Steps& steps, Piece data) {
  bool has_received = false;
  for (const schedule::Step& step : steps) {
    if (step.sends()) {
      if (has_received) program.end_round();
      has_received = false;
      program.send(step.to, step.out.count > 0 ? data : Piece{}, Program::Empty::is_a_message);
    }
    if (step.receives()) {
      program.receive(step.from, step.in.count > 0 ? data : Piece{}, Program::Empty::is_a_message);
      has_received = true;
    }
  }
  program.end_round();
}

Program barrier(schedule::Place place) {
  Program program;
  follow(program, schedule::dissemination_barrier(place), {});
  return program;
}

Program broadcast(schedule::Place place, Piece data) {
  Program program;
  follow(program, schedule::broadcast(spreading(data), place), data);
  return program;
}

Program gather(schedule::Place place, Piece mine, std::span<const Piece> parts) {
  Program program;
  if (place.rank != place.root) {
    program.send(place.root, mine);
  } else {
    program.copy(mine, at(parts, place.rank).at);
    for (const int member : schedule::kin(schedule::fully_connected, place).children) {
      program.receive(member, at(parts, member));
    }
  }
  program.end_round();
  return program;
}

Program scatter(schedule::Place place, std::span<const Piece> parts, Piece mine) {
  Program program;
  if (place.rank != place.root) {
    program.receive(place.root, mine);
  } else {
    program.copy(at(parts, place.rank), mine.at);
    for (const int member : schedule::kin(schedule::fully_connected, place).children) {
      program.send(member, at(parts, member));
    }
  }
  program.end_round();
  return program;
}

void exchange_directly(Program& program, schedule::Place place, std::span<const Piece> out,
                       std::span<const Piece> in) {
  for (const schedule::Step& step : schedule::alltoall_in_pairs(place)) {
    program.send(step.to, at(out, step.to));
    program.receive(step.from, at(in, step.from));
  }
  program.end_round();
}

Program allgather(schedule::Place place, Piece mine, std::span<const Piece> parts) {
  Program program;
  program.copy(mine, at(parts, place.rank).at);
  exchange_directly(program, place, std::vector<Piece>(parts.size(), at(parts, place.rank)), parts);
  return program;
}

Program alltoall(schedule::Place place, std::span<const Piece> out, std::span<const Piece> in) {
  Program program;
  const bool is_in_place = std::ranges::equal(
      out, in, [](const Piece& one, const Piece& other) { return one.at == other.at; });
  if (!is_in_place) {
    program.copy(at(out, place.rank), at(in, place.rank).at);
    exchange_directly(program, place, out, in);
    return program;
  }
  // What arrives may come before what lay there has left.
  std::vector<Piece> leaving;
  for (const Piece& piece : out) {
    leaving.push_back(program.room(piece.bytes));
    program.copy(piece, leaving.back().at);
  }
  exchange_directly(program, place, leaving, in);
  return program;
}

Program exchange(int rank, std::span<const Edge> out, std::span<const Edge> in) {
  Program program;
  // What a member sends to itself meets its receives as all else does: in order, within a lane.
  std::vector<const Edge*> to_itself;
  for (const Edge& edge : out) {
    if (edge.neighbor == rank) to_itself.push_back(&edge);
  }
  for (const Edge& edge : in) {
    if (edge.neighbor != rank) continue;
    const auto found = std::ranges::find(to_itself, edge.lane, &Edge::lane);
    if (found == to_itself.end()) continue;
    program.copy((*found)->piece, edge.piece.at);
    to_itself.erase(found);
  }
  for (const Edge& edge : out) {
    if (edge.neighbor != rank) {
      program.send(edge.neighbor, edge.piece, Program::Empty::is_nothing, edge.lane);
    }
  }
  for (const Edge& edge : in) {
    if (edge.neighbor != rank) {
      program.receive(edge.neighbor, edge.piece, Program::Empty::is_nothing, edge.lane);
    }
  }
  program.end_round();
  return program;
}

}  // namespace strobe::bcs::runtime::collectives
