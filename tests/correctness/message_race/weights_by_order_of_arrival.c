// SPDX-License-Identifier: BSD-3-Clause
// The root weights values by the order in which they come.
// ranks: 3
// wrong: message-race
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    int value, sum = 0;
    for (int i = 1; i < 3; ++i) {
      MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // here
      sum += i * value;
    }
  } else {
    int own = rank;
    MPI_Send(&own, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);  // here
  }
  MPI_Finalize();
  return 0;
}
