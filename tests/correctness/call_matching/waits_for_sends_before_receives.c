// SPDX-License-Identifier: BSD-3-Clause
// Each rank waits for its send before it receives.
// ranks: 2
// wrong: hidden-deadlock
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int value = rank;
  int other = 0;
  MPI_Request request;
  MPI_Isend(&value, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);  // here
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Recv(&other, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
