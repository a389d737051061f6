// SPDX-License-Identifier: BSD-3-Clause
//
// A recorded run of an application (SimGrid, smpirun -trace-ti). A time-independent trace has the
// computations and calls of each rank, without times.
//
//     0 init
//     0 compute 636719                (floating-point operations)
//     0 irecv 3 3 512 0               (source, tag, elements, their type)
//     0 wait 3 0 3                    (source, destination, tag)
//
// A trace is one file for all ranks, or a file that lists one file for each rank, relative to its
// own folder. Actions are those that SimGrid replays (its documentation, "Replaying a MPI trace").
// Calls that a trace does not describe fully, such as sendRecv without its tags, are an error.
#pragma once

#include <filesystem>
#include <memory>

#include "bcs/simulation/workload.hpp"

namespace strobe::bcs::simulation {

/// Values that a trace does not contain.
struct Replay {
  Rank ranks = 2;
  double flops_per_second = 0.0;  ///< 0: unknown, which is an error if the trace computes
};

/// Throws strobe::Error with the file, the line and the error, or if the trace has another number
/// of ranks.
[[nodiscard]] std::unique_ptr<Workload> trace_in(const std::filesystem::path& file,
                                                 const Replay& replay);

}  // namespace strobe::bcs::simulation
