// SPDX-License-Identifier: BSD-3-Clause
// All members call the scatter before the message.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int values[2] = {1, 2};
  int own = 0;
  MPI_Scatter(values, 1, MPI_INT, &own, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (rank == 0)
    MPI_Send(&own, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  else
    MPI_Recv(values, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
