// SPDX-License-Identifier: BSD-3-Clause
// A rank stores into its window under a lock that excludes the put of another one.
// ranks: 2
// right
#include <mpi.h>
#include <stddef.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int* memory = NULL;
  MPI_Win window;
  MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  for (int i = 0; i < 4; ++i) memory[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    const int data = 5;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, window);
    MPI_Put(&data, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
    MPI_Win_unlock(1, window);
  } else {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
    *(volatile int*)memory = 9;
    MPI_Win_unlock(1, window);
  }
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
