// SPDX-License-Identifier: BSD-3-Clause
//
// The handlers that wait for the end of an exposure epoch. The MPI waits for nothing here: a rank
// that waits inside it keeps the others from their slices.
#include "bcs/mpi/bindings/handlers.hpp"
#include "bcs/mpi/process.hpp"

namespace strobe::bcs::mpi::handlers {

namespace {

/// Tests the epoch until it has ended or `at_edge()` ends the wait. Returns the MPI's error.
template <class AtEdge>
int wait_for_epoch(MPI_Win window, int* has_ended, AtEdge&& at_edge) {
  int error = MPI_SUCCESS;
  *has_ended = 0;
  process().wait_with_mpi_progress(
      [&] {
        // The test that finds the end ends the epoch.
        if (*has_ended == 0 && error == MPI_SUCCESS) error = native().Win_test(window, has_ended);
        return *has_ended != 0 || error != MPI_SUCCESS;
      },
      at_edge);
  return error;
}

}  // namespace

int win_wait(MPI_Win win) {
  int has_ended = 0;
  return wait_for_epoch(win, &has_ended, [] { return false; });
}

int win_test(MPI_Win win, int* flag) {
  if (flag == nullptr) return pass_through;
  return wait_for_epoch(win, flag, [] { return true; });
}

}  // namespace strobe::bcs::mpi::handlers
