// SPDX-License-Identifier: BSD-3-Clause
// A grid of one times two ranks fits into two.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int dims[2] = {1, 2};
  int periods[2] = {0, 0};
  MPI_Comm grid;
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return 0;
}
