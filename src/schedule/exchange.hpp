// SPDX-License-Identifier: BSD-3-Clause
//
// Patterns without a root, in which all ranks send and receive at the same time.
#pragma once

#include "schedule/step.hpp"

namespace strobe::schedule {

/// Empty messages over distances 1, 2, 4, ... After the last step each rank has heard from all
/// others, directly or through other ranks (Hensgen, Finkel and Manber, "Two Algorithms for Barrier
/// Synchronization", 1988).
[[nodiscard]] Steps dissemination_barrier(Position position);

/// Recursive doubling: one block, combined over all ranks; all ranks get the result. The numbers of
/// two partners differ in one bit, and the partners exchange their partial results. If the size is
/// not a power of two, the ranks above the largest power of two send their block to a rank below it
/// and get the result from that rank. Both partners combine the same two values, so the results of
/// all ranks are equal bit for bit.
[[nodiscard]] Steps allreduce_by_doubling(Position position);

/// Block r is the contribution of rank r. In each step a rank sends the block that it received in
/// the previous step.
[[nodiscard]] Steps allgather_round_a_ring(Position position);

/// The number of a block in the send buffer is its receiver, in the receive buffer its sender. In
/// step s, from 1 on, rank r sends to rank r + s. The caller copies a rank's own block.
[[nodiscard]] Steps alltoall_in_pairs(Position position);

/// One block, combined with those of all lower ranks. Each rank waits for the previous rank.
[[nodiscard]] Steps scan_along_a_line(Position position);

}  // namespace strobe::schedule
