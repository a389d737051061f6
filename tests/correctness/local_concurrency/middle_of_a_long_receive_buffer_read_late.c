// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 reads an element in the middle of a long receive buffer after the receive is complete.
// ranks: 2
// check: error,buffers
// right
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { length = 100000 };

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int* values = calloc(length, sizeof(int));
  if (rank == 0) {
    MPI_Request request;
    MPI_Irecv(values, length, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    printf("%d\n", values[length / 2]);
  } else {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Send(values, length, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  free(values);
  MPI_Finalize();
  return 0;
}
