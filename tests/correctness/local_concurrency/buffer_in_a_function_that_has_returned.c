// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 sends a variable of a function that has returned before the send is complete.
// ranks: 2
// wrong: buffer-freed
#include <mpi.h>

__attribute__((noinline)) static void begin(MPI_Request* request) {
  int value = 7;
  MPI_Isend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, request);  // here
}

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Request request = MPI_REQUEST_NULL;
    begin(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);  // here
  } else {
    int value = 0;
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
