// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 reads all elements of a long send buffer before the send is complete.
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
    MPI_Isend(values, length, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    long sum = 0;
    for (int i = 0; i < length; i++) sum += values[i];
    printf("%ld\n", sum);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(values, length, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  free(values);
  MPI_Finalize();
  return 0;
}
