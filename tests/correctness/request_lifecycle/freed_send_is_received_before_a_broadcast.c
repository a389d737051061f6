// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 is the root of the broadcast, which tells it nothing of rank 1.
// ranks: 2
// wrong: request-freed-while-active
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int value = 1;
  if (rank == 0) {
    MPI_Request request;
    MPI_Issend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);  // or here
    MPI_Request_free(&request);                                      // here
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  int more = rank;
  MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
