// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 sends synchronously, and rank 1 never receives.
// ranks: 2
// wrong: deadlock
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int value = 1;
  if (rank == 0) MPI_Ssend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);  // here
  MPI_Finalize();                                                      // here
  return 0;
}
