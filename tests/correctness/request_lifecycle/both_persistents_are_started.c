// SPDX-License-Identifier: BSD-3-Clause
// Both persistent receives are started before the wait.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int values[2] = {0, 0};
  MPI_Request requests[2];
  if (rank == 0) {
    MPI_Send(&values[0], 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Send(&values[1], 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
  } else {
    MPI_Recv_init(&values[0], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv_init(&values[1], 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Startall(2, requests);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
  }
  MPI_Finalize();
  return 0;
}
