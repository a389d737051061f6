// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 waits for a persistent send that it has not started.
// ranks: 2
// wrong: request-never-started
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int value = 1;
  MPI_Request request;
  if (rank == 0) {
    MPI_Send_init(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);  // here
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);  // or here
  }
  MPI_Finalize();
  return 0;
}
