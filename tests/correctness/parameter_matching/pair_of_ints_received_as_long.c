// SPDX-License-Identifier: BSD-3-Clause
// MPI_2INT is two ints, and not a long.
// ranks: 2
// wrong: type-mismatch
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  long best = 1;
  if (rank == 0) {
    MPI_Send(&best, 1, MPI_2INT, 1, 0, MPI_COMM_WORLD);  // here
  } else {
    MPI_Recv(&best, 1, MPI_LONG, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // here
  }
  MPI_Finalize();
  return 0;
}
