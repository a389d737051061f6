// SPDX-License-Identifier: BSD-3-Clause
// The receives of two messages are in another order than the sends.
// ranks: 2
// wrong: type-mismatch
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int numbers[2] = {0};
  double value = 0;
  if (rank == 0) {
    MPI_Send(&value, 1, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD);  // here
    MPI_Send(numbers, 2, MPI_INT, 1, 2, MPI_COMM_WORLD);    // here
  } else {
    MPI_Recv(numbers, 2, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);    // here
    MPI_Recv(&value, 1, MPI_DOUBLE, 0, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // here
  }
  MPI_Finalize();
  return 0;
}
