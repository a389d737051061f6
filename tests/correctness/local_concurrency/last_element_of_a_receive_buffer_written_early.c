// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 writes to the last element of a short receive buffer before its message comes.
// ranks: 2
// check: error,buffers
// wrong: receive-buffer-accessed
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int values[8] = {0};
  if (rank == 0) {
    MPI_Request request;
    MPI_Irecv(values, 7, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);  // here
    values[6] = 1;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);  // here
  } else {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Send(values, 7, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
