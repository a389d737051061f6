// SPDX-License-Identifier: BSD-3-Clause
// Both ranks send synchronously before they receive.
// ranks: 2
// wrong: deadlock
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int value = rank;
  const int other = 1 - rank;
  if (rank == 0) {
    MPI_Ssend(&value, 1, MPI_INT, other, 0, MPI_COMM_WORLD);  // here
    MPI_Recv(&value, 1, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Ssend(&value, 1, MPI_INT, other, 0, MPI_COMM_WORLD);  // here
    MPI_Recv(&value, 1, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
