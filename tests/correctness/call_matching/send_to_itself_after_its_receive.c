// SPDX-License-Identifier: BSD-3-Clause
// A rank begins to receive before it sends to itself.
// ranks: 1
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int value = rank;
  int other = 0;
  MPI_Request request;
  MPI_Irecv(&other, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &request);
  MPI_Send(&value, 1, MPI_INT, rank, 0, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
