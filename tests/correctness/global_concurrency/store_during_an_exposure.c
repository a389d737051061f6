// SPDX-License-Identifier: BSD-3-Clause
// A rank stores into its window while another one puts there.
// ranks: 2
// wrong: conflicting-accesses
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
  if (rank == 0) MPI_Put(&data, 1, MPI_INT, 1, 0, 1, MPI_INT, window);  // here
  if (rank == 1) memory[0] = 9;                                         // here
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
