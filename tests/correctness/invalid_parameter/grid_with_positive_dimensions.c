// SPDX-License-Identifier: BSD-3-Clause
// The ranks create a grid.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int dims[2] = {1, 1};
  int periods[2] = {0, 0};
  MPI_Comm grid;
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
  if (grid != MPI_COMM_NULL) MPI_Comm_free(&grid);
  MPI_Finalize();
  return 0;
}
