// SPDX-License-Identifier: BSD-3-Clause
// Rank 1 ends without MPI_Finalize.
// ranks: 2
// wrong: missing-finalize
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) exit(0);  // here
  MPI_Finalize();
  return 0;
}
