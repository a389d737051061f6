// SPDX-License-Identifier: BSD-3-Clause
//
// The threads that the program creates. Those of an MPI are created within its calls.
#pragma once

namespace strobe::bcs::mpi {

/// How many threads the program has ever created.
[[nodiscard]] int created_threads();
/// Whether that is any.
[[nodiscard]] inline bool has_application_threads() { return created_threads() != 0; }
/// The number of this thread. The one that has initialized MPI has 0, and the threads that the
/// program has created are numbered from 1 in this order. An unknown one gets the next number.
[[nodiscard]] int number_of_thread();
/// This thread has initialized MPI.
void number_initial_thread();

}  // namespace strobe::bcs::mpi
