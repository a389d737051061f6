// SPDX-License-Identifier: BSD-3-Clause
// Rank 1 frees the request of a receive whose message comes later.
// ranks: 2
// wrong: request-freed-while-active
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int value = 1;
  MPI_Request request;
  if (rank == 1) {
    MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);  // or here
    MPI_Request_free(&request);                                     // or here
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
