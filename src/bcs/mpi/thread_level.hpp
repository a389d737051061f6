// SPDX-License-Identifier: BSD-3-Clause
//
// The thread level of the program, and that of the MPI, which is higher with a progress thread: the
// thread calls the MPI, and at the same time the program may call functions of the MPI that the
// runtime does not wrap. So the MPI has to provide MPI_THREAD_MULTIPLE.
#pragma once

#include <optional>

namespace strobe::bcs::mpi {

/// Initializes the MPI for a program that asks for this level; without one it calls MPI_Init. The
/// program may rely on the level `provided`. Returns the MPI's error.
int init_for_program(int* argc, char*** argv, std::optional<int> required, int* provided);

/// The level by which the program may use threads.
[[nodiscard]] int thread_level_of_program();
/// Whether a progress thread may call the MPI.
[[nodiscard]] bool is_progress_thread_allowed();

}  // namespace strobe::bcs::mpi
