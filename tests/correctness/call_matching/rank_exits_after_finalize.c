// SPDX-License-Identifier: BSD-3-Clause
// Rank 1 calls MPI_Finalize before it ends.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Finalize();
    return 0;
  }
  MPI_Finalize();
  return 0;
}
