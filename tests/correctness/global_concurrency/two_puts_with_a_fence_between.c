// SPDX-License-Identifier: BSD-3-Clause
// A fence separates two puts into the same memory.
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
  MPI_Win_fence(0, window);
  if (rank == 0) MPI_Put(&data, 1, MPI_INT, 2, 0, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  if (rank == 1) MPI_Put(&data, 1, MPI_INT, 2, 0, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
