// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 begins to send around the ring.
// ranks: 3
// right
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
  if (rank == 0) MPI_Send(&value, 1, MPI_INT, after, 0, MPI_COMM_WORLD);
  MPI_Recv(&value, 1, MPI_INT, before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank != 0) MPI_Send(&value, 1, MPI_INT, after, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
