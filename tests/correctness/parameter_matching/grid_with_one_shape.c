// SPDX-License-Identifier: BSD-3-Clause
// The members create a Cartesian grid.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int dims[2] = {2, 1};
  int periods[2] = {1 + rank, 0};
  MPI_Comm grid;
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return 0;
}
