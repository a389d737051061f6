// SPDX-License-Identifier: BSD-3-Clause
//
// Programs of the collectives that move data and combine none. On a node to pass on what is
// another's gains little, and each round may cost a waiting process its core, so that what differs
// for each member goes to it directly and all at once.
#pragma once

#include <span>

#include "bcs/runtime/collectives/collective_schedule.hpp"
#include "schedule/step.hpp"
#include "schedule/topology.hpp"

namespace strobe::bcs::runtime::collectives {

[[nodiscard]] CollectiveSchedule barrier(schedule::Place place);

/// The same data on all: those of the root.
[[nodiscard]] CollectiveSchedule broadcast(schedule::Place place, Piece data);

/// Parts stand in the order of members; those of gather and scatter matter on the root alone. Where
/// `mine` is the root's own part, it stays where it is (MPI_IN_PLACE).
[[nodiscard]] CollectiveSchedule gather(schedule::Place place, Piece mine,
                                        std::span<const Piece> parts);
[[nodiscard]] CollectiveSchedule scatter(schedule::Place place, std::span<const Piece> parts,
                                         Piece mine);
[[nodiscard]] CollectiveSchedule allgather(schedule::Place place, Piece mine,
                                           std::span<const Piece> parts);

/// `out[i]` is for member i, `in[i]` from it; they may be the same places (MPI_IN_PLACE).
[[nodiscard]] CollectiveSchedule alltoall(schedule::Place place, std::span<const Piece> out,
                                          std::span<const Piece> in);

/// One message of a neighbourhood. Several between two members are matched in their order within a
/// lane.
struct Edge {
  int neighbor = 0;
  Piece piece{};
  std::uint16_t lane = 0;
};
[[nodiscard]] CollectiveSchedule exchange(int rank, std::span<const Edge> out,
                                          std::span<const Edge> in);

/// The shape in which data of this length come to all.
[[nodiscard]] schedule::Topology spreading(Piece data);
/// The steps of a pattern in which each message needs those that came before it.
void follow(CollectiveSchedule& plan, const schedule::Steps& steps, Piece data);
/// Parts go from each member to each other one in one round; nothing is done with one's own.
void exchange_directly(CollectiveSchedule& plan, schedule::Place place, std::span<const Piece> out,
                       std::span<const Piece> in);

}  // namespace strobe::bcs::runtime::collectives
