// SPDX-License-Identifier: BSD-3-Clause
// The message is sent on a copy of the communicator.
// ranks: 2
// wrong: deadlock
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int value = 1;
  MPI_Comm copy;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  if (rank == 0) {
    MPI_Send(&value, 1, MPI_INT, 1, 0, copy);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // here
  }
  MPI_Comm_free(&copy);
  MPI_Finalize();  // here
  return 0;
}
