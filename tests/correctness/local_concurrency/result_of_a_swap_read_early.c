// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 reads the result of MPI_Compare_and_swap before the flush.
// ranks: 2
// wrong: origin-buffer-accessed
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int memory = 0, value = rank;
  MPI_Win window;
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  int expected = 0, was = -1;
  volatile int seen = 0;
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
    MPI_Compare_and_swap(&value, &expected, &was, MPI_INT, 1, 0, window);  // here
    seen = was;                                                            // here
    MPI_Win_flush(1, window);                                              // here
    seen = was;
    MPI_Win_unlock(1, window);
  }
  (void)seen;
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
