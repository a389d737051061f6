// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 writes to the element after its receive buffer.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int values[2] = {0, 0};
  if (rank == 0) {
    MPI_Request request;
    MPI_Irecv(values, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    values[1] = 1;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Send(values, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
