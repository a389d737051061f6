// SPDX-License-Identifier: BSD-3-Clause
// Rank 1 calls two collectives in another order than rank 0.
// ranks: 2
// wrong: collective-mismatch
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int value = 1, sum = 0;
  if (rank == 0) {
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);  // here
    MPI_Allgather(&value, 1, MPI_INT, (int[2]){0}, 1, MPI_INT, MPI_COMM_WORLD);
  } else {
    MPI_Allgather(&value, 1, MPI_INT, (int[2]){0}, 1, MPI_INT, MPI_COMM_WORLD);  // here
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
