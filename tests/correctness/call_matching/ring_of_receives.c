// SPDX-License-Identifier: BSD-3-Clause
// Each rank of a ring waits for the one before it.
// ranks: 3
// wrong: deadlock
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  int size = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int value = 1;
  const int before = (rank + size - 1) % size;
  const int after = (rank + 1) % size;
  MPI_Recv(&value, 1, MPI_INT, before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // here
  MPI_Send(&value, 1, MPI_INT, after, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
