// SPDX-License-Identifier: BSD-3-Clause
// The send may wait for its receive, which comes after a message that the sender sends later.
// ranks: 2
// wrong: hidden-deadlock
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, value = 42, is_cancelled = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Request request;
    MPI_Status status;
    MPI_Isend(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, &request);  // here
    MPI_Wait(&request, &status);
    MPI_Send(&is_cancelled, 1, MPI_INT, 1, 6, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&is_cancelled, 1, MPI_INT, 0, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // here
    if (!is_cancelled) MPI_Recv(&value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
