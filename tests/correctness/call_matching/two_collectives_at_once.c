// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 is in a barrier while the others are in a reduction.
// ranks: 2
// wrong: collective-mismatch
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int value = 1, sum = 0;
  if (rank == 0) {
    MPI_Barrier(MPI_COMM_WORLD);  // here
  } else {
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);  // here
  }
  MPI_Finalize();
  return 0;
}
