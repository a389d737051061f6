// SPDX-License-Identifier: BSD-3-Clause
// A persistent receive is for floats, and the persistent send has ints.
// ranks: 2
// wrong: type-mismatch
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int values[4] = {0};
  MPI_Request request;
  if (rank == 0) {
    MPI_Send_init(values, 4, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);  // here
  } else {
    MPI_Recv_init(values, 4, MPI_FLOAT, 0, 0, MPI_COMM_WORLD, &request);  // here
  }
  for (int i = 0; i < 3; ++i) {
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
  MPI_Finalize();
  return 0;
}
