// SPDX-License-Identifier: BSD-3-Clause
// Rank 1 reduces more elements than rank 0.
// ranks: 2
// wrong: collective-mismatch
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int values[4] = {0}, results[4];
  MPI_Allreduce(values, results, 2 + rank, MPI_INT, MPI_SUM, MPI_COMM_WORLD);  // here
  MPI_Finalize();
  return 0;
}
