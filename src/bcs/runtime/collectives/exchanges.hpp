// SPDX-License-Identifier: BSD-3-Clause
//
// Schedules of the collectives that move data and combine none. Within a node forwarding gains
// little, and each round may cost a waiting process its core. So data that differ between members
// go directly to their member, all in one round.
#pragma once

#include <span>

#include "base/function_ref.hpp"
#include "bcs/runtime/collectives/collective_schedule.hpp"
#include "schedule/step.hpp"
#include "schedule/topology.hpp"

namespace strobe::bcs::runtime::collectives {

[[nodiscard]] CollectiveSchedule barrier(schedule::Position place);

/// All members get the data of the root.
[[nodiscard]] CollectiveSchedule broadcast(schedule::Position place, Piece data);

/// Parts are in the order of members; gather and scatter use them on the root only. If `mine` is
/// the root's own part, it is not copied (MPI_IN_PLACE).
[[nodiscard]] CollectiveSchedule gather(schedule::Position place, Piece mine,
                                        std::span<const Piece> parts);
[[nodiscard]] CollectiveSchedule scatter(schedule::Position place, std::span<const Piece> parts,
                                         Piece mine);
[[nodiscard]] CollectiveSchedule allgather(schedule::Position place, Piece mine,
                                           std::span<const Piece> parts);

/// `out[i]` goes to member i, `in[i]` comes from it; the two may be the same (MPI_IN_PLACE).
[[nodiscard]] CollectiveSchedule alltoall(schedule::Position place, std::span<const Piece> out,
                                          std::span<const Piece> in, MemoryPool& memory);

/// One message of a neighborhood collective. Several messages between two members match in their
/// order within a lane.
struct Edge {
  int neighbor = 0;
  Piece piece{};
  std::uint16_t lane = 0;
};
[[nodiscard]] CollectiveSchedule exchange(int rank, std::span<const Edge> out,
                                          std::span<const Edge> in);

/// Whether receivers fetch data of this length, by the rendezvous.
[[nodiscard]] bool is_fetched(Piece data);
/// Adds the steps of a pattern, one round for each.
void follow(CollectiveSchedule& plan, const schedule::Steps& steps, Piece data);
/// Adds a broadcast on a tree of places, each of which is a member: a receive from above, and sends
/// in the next round, which stays open.
void pass_on(CollectiveSchedule& plan, schedule::Position place, schedule::Topology tree,
             Piece data, FunctionRef<int(int place)> member_at);
/// Each member sends a part to each other member, in one round. The own part is not copied.
void exchange_directly(CollectiveSchedule& plan, schedule::Position place,
                       std::span<const Piece> out, std::span<const Piece> in);

}  // namespace strobe::bcs::runtime::collectives
