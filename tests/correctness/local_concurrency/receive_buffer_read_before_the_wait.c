// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 reads its receive buffer before the message is there.
// ranks: 2
// wrong: receive-buffer-accessed
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int value = 0;
  if (rank == 0) {
    MPI_Request request;
    MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);  // here
    printf("%d\n", value);                                          // here
    MPI_Wait(&request, MPI_STATUS_IGNORE);                          // here
  } else {
    MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
