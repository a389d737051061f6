// SPDX-License-Identifier: BSD-3-Clause
// A rank stores into its window after a message that the put of another one there is complete.
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
  MPI_Win_lock_all(0, window);
  if (rank == 0) {
    const int data = 5;
    MPI_Put(&data, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
    MPI_Win_flush(1, window);
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_sync(window);
    *(volatile int*)memory = 9;
  }
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
