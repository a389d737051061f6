// SPDX-License-Identifier: BSD-3-Clause
// Rank 2 does not take part in the barrier.
// ranks: 3
// wrong: collective-mismatch
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank != 2) MPI_Barrier(MPI_COMM_WORLD);  // here
  MPI_Finalize();                              // here
  return 0;
}
