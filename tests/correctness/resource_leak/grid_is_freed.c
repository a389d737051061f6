// SPDX-License-Identifier: BSD-3-Clause
// A communicator with a topology is freed.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int dims[1] = {2};
  int periods[1] = {1};
  MPI_Comm grid;
  MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &grid);
  MPI_Barrier(grid);
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return 0;
}
