// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 puts four values to one place, each after the one before is complete.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank;
  static int memory[16];
  const int values[4] = {1, 2, 3, 4};
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof(memory), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_lock_all(0, window);
  for (int i = 0; rank == 0 && i < 4; ++i) {
    MPI_Put(&values[i], 1, MPI_INT, 1, 0, 1, MPI_INT, window);
    MPI_Win_flush(1, window);
  }
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
