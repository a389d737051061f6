// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 changes the buffer of a nonblocking buffered send after it is complete.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  static char space[1024 + MPI_BSEND_OVERHEAD];
  int rank, value = 5, size = sizeof(space);
  void* detached;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Buffer_attach(space, size);
    MPI_Ibsend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    value = 7;
    MPI_Buffer_detach(&detached, &size);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
