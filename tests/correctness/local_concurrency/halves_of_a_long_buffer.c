// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 receives into one half of a long buffer and computes in the other half.
// ranks: 2
// check: error,buffers
// right
#include <mpi.h>
#include <stdlib.h>

enum { length = 100000 };

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int* values = calloc(length, sizeof(int));
  if (rank == 0) {
    MPI_Request request;
    MPI_Irecv(values, length / 2, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    for (int i = length / 2; i < length; i++) values[i] += i;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Send(values, length / 2, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  free(values);
  MPI_Finalize();
  return 0;
}
