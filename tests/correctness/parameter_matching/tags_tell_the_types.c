// SPDX-License-Identifier: BSD-3-Clause
// The receives of two messages are in the order of the sends.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int numbers[2] = {0};
  double value = 0;
  if (rank == 0) {
    MPI_Send(&value, 1, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD);
    MPI_Send(numbers, 2, MPI_INT, 1, 2, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&value, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(numbers, 2, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
