// SPDX-License-Identifier: BSD-3-Clause
// Rank 2 puts when the barrier of all ranks is known to be over, and waits for it later.
// ranks: 3
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Request barrier = MPI_REQUEST_NULL;
  int memory = 0, value = rank;
  MPI_Win window;
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_lock_all(0, window);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
    MPI_Win_flush(1, window);
    MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
  } else if (rank == 1) {
    MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
  } else {
    int is_over = 0;
    MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
    while (!is_over) MPI_Request_get_status(barrier, &is_over, MPI_STATUS_IGNORE);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
  }
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Wait(&barrier, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
