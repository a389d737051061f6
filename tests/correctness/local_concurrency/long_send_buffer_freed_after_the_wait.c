// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 frees a long send buffer after the send is complete, and another one before.
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
  int* others = calloc(length, sizeof(int));
  if (rank == 0) {
    MPI_Request request;
    MPI_Isend(values, length, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    free(others);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(values, length, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    free(others);
  }
  free(values);
  MPI_Finalize();
  return 0;
}
