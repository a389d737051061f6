// SPDX-License-Identifier: BSD-3-Clause
// MPI_Bsend sends floats to a receive of ints.
// ranks: 2
// wrong: type-mismatch
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int value = 1;
  char buffer[1024];
  void* detached;
  int bytes;
  MPI_Buffer_attach(buffer, sizeof buffer);
  if (rank == 0) {
    MPI_Bsend(&value, 1, MPI_FLOAT, 1, 0, MPI_COMM_WORLD);  // here
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // here
  }
  MPI_Buffer_detach(&detached, &bytes);
  MPI_Finalize();
  return 0;
}
