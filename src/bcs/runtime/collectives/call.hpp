// SPDX-License-Identifier: BSD-3-Clause
//
// One member's call of a collective. Data are contiguous: the caller packs other data before the
// call begins, and unpacks them when it is complete.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "bcs/runtime/collectives/collective_schedule.hpp"
#include "bcs/runtime/collectives/exchanges.hpp"
#include "bcs/runtime/collectives/signature.hpp"
#include "bcs/runtime/message_offload.hpp"
#include "schedule/step.hpp"

namespace strobe::bcs::runtime::collectives {

/// Members that a kind does not use keep their default values. The spans have to be valid until a
/// schedule has been made of the call, or until `run` returns; the data until the call is complete.
struct Call {
  Signature signature{};
  /// The contribution of the member; with MPI_IN_PLACE it is in the receive buffer.
  Piece mine{};
  /// The receive buffer; for a broadcast the data, on the root, too.
  Piece result{};
  std::span<const Piece> out{};           ///< for each member: scatter's root, alltoall
  std::span<const Piece> in{};            ///< from each member: gather's root, allgather, alltoall
  std::span<const std::size_t> counts{};  ///< elements for each member: reduce_scatter
  Reduction reduction{};
  /// For the rooms of the schedule, which it outlives. Collectives::prepare sets it.
  MemoryPool* memory = nullptr;
  std::span<const Edge> edges_out{};  ///< of a neighborhood collective
  std::span<const Edge> edges_in{};
};

[[nodiscard]] constexpr bool is_reduction(CollectiveKind kind) {
  return kind >= CollectiveKind::reduce && kind <= CollectiveKind::exscan;
}

[[nodiscard]] CollectiveSchedule schedule_of(schedule::Position place, const Call& call);

/// The call for what serves the messages in strict mode, without context and members, if the
/// protocol has such a collective. Reductions have the same order there (reduction_order.hpp); it
/// combines with the operations whose result depends on the type's size alone.
[[nodiscard]] std::optional<OffloadedCollective> offloaded(schedule::Position place,
                                                           const Call& call);

}  // namespace strobe::bcs::runtime::collectives
