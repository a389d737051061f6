// SPDX-License-Identifier: BSD-3-Clause
// The root of a scatter sends a message that another member receives before the scatter.
// ranks: 2
// wrong: hidden-deadlock
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int values[2] = {1, 2};
  int own = 0;
  if (rank == 0) {
    MPI_Scatter(values, 1, MPI_INT, &own, 1, MPI_INT, 0, MPI_COMM_WORLD);  // here
    MPI_Send(&own, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(values, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // here
    MPI_Scatter(values, 1, MPI_INT, &own, 1, MPI_INT, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
