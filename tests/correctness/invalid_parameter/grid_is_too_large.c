// SPDX-License-Identifier: BSD-3-Clause
// A grid of nine ranks does not fit into two.
// ranks: 2
// wrong: failed-call
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int dims[2] = {3, 3};
  int periods[2] = {0, 0};
  MPI_Comm grid;
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);  // here
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return 0;
}
