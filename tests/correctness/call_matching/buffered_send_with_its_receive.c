// SPDX-License-Identifier: BSD-3-Clause
// A message that MPI_Bsend buffered is received.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int value = 1, bytes = 0;
  char buffer[1024];
  void* detached;
  MPI_Buffer_attach(buffer, sizeof buffer);
  if (rank == 0) MPI_Bsend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  if (rank == 1) MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Buffer_detach(&detached, &bytes);
  MPI_Finalize();
  return 0;
}
