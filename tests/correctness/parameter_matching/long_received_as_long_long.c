// SPDX-License-Identifier: BSD-3-Clause
// MPI_LONG and MPI_LONG_LONG are two datatypes, also where their sizes are the same.
// ranks: 2
// wrong: type-name-mismatch
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  long value = 1;
  if (rank == 0) {
    MPI_Send(&value, 1, MPI_LONG, 1, 0, MPI_COMM_WORLD);  // here
  } else {
    MPI_Recv(&value, 1, MPI_LONG_LONG, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // here
  }
  MPI_Finalize();
  return 0;
}
