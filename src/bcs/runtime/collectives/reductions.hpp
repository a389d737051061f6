// SPDX-License-Identifier: BSD-3-Clause
//
// Schedules of the collectives that combine data. Whichever member combines which part, it does so
// in the order of reduction_order.hpp, so that results are bitwise equal. Within a node each member
// gets what it combines directly from all others. If `mine` is the result buffer, the result
// replaces it (MPI_IN_PLACE).
#pragma once

#include <cstddef>
#include <span>

#include "bcs/runtime/collectives/collective_schedule.hpp"
#include "schedule/step.hpp"

namespace strobe::bcs::runtime::collectives {

/// Whether contributions of so many bytes go in one message each to the member that combines them.
/// The result is the same on all members.
[[nodiscard]] bool sends_whole(std::size_t bytes, int size);

/// Only the root gets the result.
[[nodiscard]] CollectiveSchedule reduce(schedule::Position place, Piece mine, Piece result,
                                        const Reduction& reduction);
[[nodiscard]] CollectiveSchedule allreduce(schedule::Position place, Piece mine, Piece result,
                                           const Reduction& reduction);

/// Combines all of `mine`; member i gets `counts[i]` elements of the result, beginning with member
/// 0.
[[nodiscard]] CollectiveSchedule reduce_scatter(schedule::Position place, Piece mine,
                                                std::span<const std::size_t> counts, Piece result,
                                                const Reduction& reduction);

/// Combines the contributions up to the own one (scan), or of the lower ranks (exscan). In an
/// exscan rank 0 keeps its result buffer unchanged.
[[nodiscard]] CollectiveSchedule scan(schedule::Position place, Piece mine, Piece result,
                                      const Reduction& reduction);
[[nodiscard]] CollectiveSchedule exscan(schedule::Position place, Piece mine, Piece result,
                                        const Reduction& reduction);

}  // namespace strobe::bcs::runtime::collectives
