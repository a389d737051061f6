// SPDX-License-Identifier: BSD-3-Clause
//
// Patterns without a root, in which everybody sends and receives at the same time.
#pragma once

#include "schedule/step.hpp"

namespace strobe::schedule {

/// Empty messages over distances 1, 2, 4, ...: after the last, each rank has heard, directly or
/// not, of all others (Hensgen, Finkel and Manber, "Two Algorithms for Barrier Synchronization",
/// 1988).
[[nodiscard]] Steps dissemination_barrier(Place place);

/// One block, combined over all and left on all. Partners differ in one bit and exchange what they
/// have; beyond a power of two, ranks hand theirs to one below it and get the result from there.
/// Both partners combine the same two values, so all ranks have the same bits.
[[nodiscard]] Steps allreduce_by_doubling(Place place);

/// Block r is what rank r contributes. In each step a rank passes on what it got in the one before.
[[nodiscard]] Steps allgather_round_a_ring(Place place);

/// Blocks that are sent are numbered by their receiver, blocks that are received by their sender.
/// In step s each rank serves the one s further on; its own block stays.
[[nodiscard]] Steps alltoall_in_pairs(Place place);

/// One block, combined with those of all ranks before: each rank waits for the one before it.
[[nodiscard]] Steps scan_along_a_line(Place place);

}  // namespace strobe::schedule
