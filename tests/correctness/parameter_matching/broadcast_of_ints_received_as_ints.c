// SPDX-License-Identifier: BSD-3-Clause
// All members broadcast integers.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int values[4] = {1, 2, 3, 4};
  if (rank == 0)
    MPI_Bcast(values, 4, MPI_INT, 0, MPI_COMM_WORLD);
  else
    MPI_Bcast(values, 4, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
