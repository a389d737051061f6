// SPDX-License-Identifier: BSD-3-Clause
// The destination is not in the communicator.
// ranks: 2
// wrong: failed-call
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int values[4] = {0};
  if (rank == 0) {
    MPI_Send(values, 4, MPI_INT, 2, 0, MPI_COMM_WORLD);  // here
  } else {
    MPI_Recv(values, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
