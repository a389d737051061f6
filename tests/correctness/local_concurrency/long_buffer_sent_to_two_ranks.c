// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 sends one long buffer to two ranks, and changes it after both sends are complete.
// ranks: 3
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
    MPI_Request requests[2];
    MPI_Isend(values, length, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(values, length, MPI_INT, 2, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    values[length / 2] = 1;
  } else {
    MPI_Recv(values, length, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  free(values);
  MPI_Finalize();
  return 0;
}
