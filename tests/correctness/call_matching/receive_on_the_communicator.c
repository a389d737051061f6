// SPDX-License-Identifier: BSD-3-Clause
// Send and receive use the copy of the communicator.
// ranks: 2
// right
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
    MPI_Recv(&value, 1, MPI_INT, 0, 0, copy, MPI_STATUS_IGNORE);
  }
  MPI_Comm_free(&copy);
  MPI_Finalize();
  return 0;
}
