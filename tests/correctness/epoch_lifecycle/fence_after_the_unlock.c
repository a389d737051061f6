// SPDX-License-Identifier: BSD-3-Clause
// A rank releases its lock before the fence.
// ranks: 2
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
  if (rank == 0) MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
  if (rank == 0) MPI_Win_unlock(1, window);
  MPI_Win_fence(0, window);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
