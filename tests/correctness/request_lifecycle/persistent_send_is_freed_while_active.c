// SPDX-License-Identifier: BSD-3-Clause
// A persistent send is freed in place of being completed.
// ranks: 2
// wrong: request-freed-while-active
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int data = rank;
  MPI_Request request;
  if (rank == 0) {
    MPI_Send_init(&data, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);  // here
    MPI_Start(&request);
    MPI_Request_free(&request);  // here
  } else {
    MPI_Recv(&data, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
