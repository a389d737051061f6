// SPDX-License-Identifier: BSD-3-Clause
// One rank sends first, the other one receives first.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int value = rank;
  const int other = 1 - rank;
  if (rank == 0) {
    MPI_Send(&value, 1, MPI_INT, other, 0, MPI_COMM_WORLD);
    MPI_Recv(&value, 1, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(&value, 1, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&value, 1, MPI_INT, other, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
