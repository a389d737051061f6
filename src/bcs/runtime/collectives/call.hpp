// SPDX-License-Identifier: BSD-3-Clause
//
// One member's call of a collective. Data lie one behind the other: who has others packs them
// before the call begins, and unpacks them when it is over.
#pragma once

#include <cstddef>
#include <span>

#include "bcs/runtime/collectives/collective_schedule.hpp"
#include "bcs/runtime/collectives/exchanges.hpp"
#include "bcs/runtime/collectives/signature.hpp"
#include "schedule/step.hpp"

namespace strobe::bcs::runtime::collectives {

/// What does not concern a kind stays as it is here. What the spans point at is needed only until
/// a schedule has been made of the call, or is over; the data until it is over.
struct Call {
  Signature signature{};
  /// What the member gives. Where that lies in what it gets (MPI_IN_PLACE), this is there.
  Piece mine{};
  /// What it gets: of a broadcast the data, on the root, too.
  Piece result{};
  std::span<const Piece> out{};           ///< for each member: scatter's root, alltoall
  std::span<const Piece> in{};            ///< from each member: gather's root, allgather, alltoall
  std::span<const std::size_t> counts{};  ///< elements for each member: reduce_scatter
  Reduction reduction{};
  std::span<const Edge> edges_out{};  ///< of a neighborhood
  std::span<const Edge> edges_in{};
};

[[nodiscard]] constexpr bool is_reduction(CollectiveKind kind) {
  return kind >= CollectiveKind::reduce && kind <= CollectiveKind::exscan;
}

[[nodiscard]] CollectiveSchedule schedule_of(schedule::Place place, const Call& call);

}  // namespace strobe::bcs::runtime::collectives
