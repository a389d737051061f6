// SPDX-License-Identifier: BSD-3-Clause
// Two ranks fill a grid of two rows.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int dims[2] = {2, 0};
  MPI_Dims_create(2, 2, dims);
  MPI_Finalize();
  return 0;
}
