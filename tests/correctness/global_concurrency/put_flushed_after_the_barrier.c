// SPDX-License-Identifier: BSD-3-Clause
// The first of two puts is complete before the second barrier.
// ranks: 3
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int memory[4] = {0, 0, 0, 0};
  MPI_Win window;
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  int data = rank;
  MPI_Win_lock_all(0, window);
  if (rank == 0) MPI_Put(&data, 1, MPI_INT, 2, 0, 1, MPI_INT, window);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) MPI_Win_flush(2, window);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) MPI_Put(&data, 1, MPI_INT, 2, 0, 1, MPI_INT, window);
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
