// SPDX-License-Identifier: BSD-3-Clause
// The root broadcasts fewer elements than the other ranks expect.
// ranks: 2
// wrong: collective-mismatch
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int values[4] = {0};
  MPI_Bcast(values, rank == 0 ? 2 : 4, MPI_INT, 0, MPI_COMM_WORLD);  // here
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
