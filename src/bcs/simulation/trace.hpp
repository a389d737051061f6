// SPDX-License-Identifier: BSD-3-Clause
//
// A program that ran once, as SimGrid records it (smpirun -trace-ti): a time-independent trace says
// what each rank computed and called, and nothing of when.
//
//     0 init
//     0 compute 636719                (floating-point operations)
//     0 irecv 3 3 512 0               (source, tag, elements, their type)
//     0 wait 3 0 3                    (source, destination, tag)
//
// It is one file for all ranks, or a file that names one file a rank, a line each, from its own
// folder. Actions are those that SimGrid replays (its documentation, "Replaying a MPI trace"); what
// a trace does not tell, such as with which tags sendRecv was called, is refused and not guessed.
#pragma once

#include <filesystem>
#include <memory>

#include "bcs/simulation/workload.hpp"

namespace strobe::bcs::simulation {

/// What a trace leaves open.
struct Replay {
  Rank ranks = 2;
  double flops_per_second = 0.0;  ///< 0: not said, and a trace that computes is refused
};

/// Throws strobe::Error with the file, the line and what is wrong in it, or where the trace has
/// another number of ranks.
[[nodiscard]] std::unique_ptr<Workload> trace_in(const std::filesystem::path& file,
                                                 const Replay& replay);

}  // namespace strobe::bcs::simulation
