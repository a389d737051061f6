// SPDX-License-Identifier: BSD-3-Clause
// Each rank of a ring sends before it receives.
// ranks: 3
// wrong: hidden-deadlock
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int value = rank;
  MPI_Send(&value, 1, MPI_INT, (rank + 1) % 3, 0, MPI_COMM_WORLD);  // here
  MPI_Recv(&value, 1, MPI_INT, (rank + 2) % 3, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
