// SPDX-License-Identifier: BSD-3-Clause
// Both ranks receive before they send.
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
    MPI_Recv(&value, 1, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // here
    MPI_Send(&value, 1, MPI_INT, other, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&value, 1, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // here
    MPI_Send(&value, 1, MPI_INT, other, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
