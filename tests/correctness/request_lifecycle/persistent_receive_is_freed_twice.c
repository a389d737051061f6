// SPDX-License-Identifier: BSD-3-Clause
// A persistent receive is freed by two handles.
// ranks: 2
// wrong: request-used-again
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int data = rank;
  MPI_Request request, copy;
  if (rank == 1) {
    MPI_Recv_init(&data, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    copy = request;
    MPI_Request_free(&request);  // here
    MPI_Request_free(&copy);  // here
  } else {
    MPI_Send(&data, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
