// SPDX-License-Identifier: BSD-3-Clause
// The buffer is null, and the count is not zero.
// ranks: 2
// wrong: failed-call
#include <mpi.h>
#include <stddef.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int value = 1;
  if (rank == 0) {
    MPI_Send(NULL, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);  // here
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
