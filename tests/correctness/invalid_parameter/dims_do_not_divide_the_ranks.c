// SPDX-License-Identifier: BSD-3-Clause
// Two ranks do not fill a grid of three rows.
// ranks: 2
// wrong: failed-call
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int dims[2] = {3, 0};
  MPI_Dims_create(2, 2, dims);  // here
  MPI_Finalize();
  return 0;
}
