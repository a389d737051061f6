// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 frees its receive buffer before the receive is complete.
// ranks: 2
// wrong: receive-buffer-accessed
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int* values = calloc(100, sizeof(int));
  if (rank == 0) {
    MPI_Request request;
    MPI_Irecv(values, 100, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);  // here
    free(values);                                                     // here
    MPI_Wait(&request, MPI_STATUS_IGNORE);                            // here
  } else {
    MPI_Send(values, 100, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
