// SPDX-License-Identifier: BSD-3-Clause
//
// Schedules of the collectives that combine data. Whichever member combines which part, it does so
// in the order of reduction_order.hpp, so that results are bitwise equal. Within a node each member
// gets what it combines directly from all others. If the contribution of the call is in the receive
// buffer, the result replaces it (MPI_IN_PLACE).
#pragma once

#include <cstddef>

#include "bcs/runtime/collectives/call.hpp"
#include "bcs/runtime/collectives/collective_schedule.hpp"
#include "schedule/step.hpp"

namespace strobe::bcs::runtime::collectives {

/// Whether contributions of so many bytes go in one message each to the member that combines them.
/// The result is the same on all members.
[[nodiscard]] bool sends_whole(std::size_t bytes, int size);

/// Only the root gets the result.
[[nodiscard]] CollectiveSchedule reduce(schedule::Position place, const Call& call);
[[nodiscard]] CollectiveSchedule allreduce(schedule::Position place, const Call& call);

/// Member i gets `counts[i]` elements of the result, beginning with member 0.
[[nodiscard]] CollectiveSchedule reduce_scatter(schedule::Position place, const Call& call);

/// Combines the contributions up to the own one (scan), or of the lower ranks (exscan). In an
/// exscan rank 0 keeps its result buffer unchanged.
[[nodiscard]] CollectiveSchedule scan(schedule::Position place, const Call& call);
[[nodiscard]] CollectiveSchedule exscan(schedule::Position place, const Call& call);

}  // namespace strobe::bcs::runtime::collectives
