// SPDX-License-Identifier: BSD-3-Clause
// Both sides name the unsigned type.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  unsigned value = 7;
  if (rank == 0) {
    MPI_Send(&value, 1, MPI_UNSIGNED, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&value, 1, MPI_UNSIGNED, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
