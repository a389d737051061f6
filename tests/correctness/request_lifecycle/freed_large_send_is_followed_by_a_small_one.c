// SPDX-License-Identifier: BSD-3-Clause
// The MPI may buffer the second send, so that it tells nothing of the first one.
// ranks: 2
// wrong: request-freed-while-active
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  static int data[1 << 20];
  if (rank == 0) {
    MPI_Request request;
    MPI_Isend(data, 1 << 20, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);  // or here
    MPI_Request_free(&request);                                         // here
    MPI_Send(&rank, 0, MPI_INT, 1, 1, MPI_COMM_WORLD);
  } else {
    MPI_Recv(data, 1 << 20, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&rank, 0, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
