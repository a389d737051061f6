// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 changes its send buffer before the send is complete.
// ranks: 2
// wrong: send-buffer-changed
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int values[4] = {1, 2, 3, 4};
  if (rank == 0) {
    MPI_Request request;
    MPI_Isend(values, 4, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);  // here
    values[0] = 5;                                                  // here
    MPI_Wait(&request, MPI_STATUS_IGNORE);                          // here
  } else {
    MPI_Recv(values, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
