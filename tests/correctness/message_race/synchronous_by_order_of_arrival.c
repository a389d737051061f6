// SPDX-License-Identifier: BSD-3-Clause
// The root subtracts values in the order in which synchronous sends come.
// ranks: 3
// wrong: message-race
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    int value, difference = 0;
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // here
    difference = value;
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // or here
    difference -= value;
  } else {
    int own = rank;
    MPI_Ssend(&own, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);  // here
  }
  MPI_Finalize();
  return 0;
}
