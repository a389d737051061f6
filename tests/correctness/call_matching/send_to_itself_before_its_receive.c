// SPDX-License-Identifier: BSD-3-Clause
// A rank sends to itself before it has begun to receive.
// ranks: 1
// wrong: hidden-deadlock
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int value = rank;
  MPI_Send(&value, 1, MPI_INT, rank, 0, MPI_COMM_WORLD);  // here
  MPI_Recv(&value, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
