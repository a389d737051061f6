// SPDX-License-Identifier: BSD-3-Clause
// The message is longer than the receive, which fails where the program waits for it.
// ranks: 2
// wrong: message-truncated
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int values[4] = {0};
  MPI_Request request;
  if (rank == 0) {
    MPI_Send(values, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);  // here
  } else {
    MPI_Irecv(values, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);  // here
    MPI_Wait(&request, MPI_STATUS_IGNORE);                          // here
  }
  MPI_Finalize();
  return 0;
}
