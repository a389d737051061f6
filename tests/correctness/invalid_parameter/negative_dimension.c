// SPDX-License-Identifier: BSD-3-Clause
// The number of dimensions is negative.
// ranks: 2
// wrong: failed-call
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int dims[2] = {-1, 0};
  MPI_Dims_create(2, 2, dims);  // here
  MPI_Finalize();
  return 0;
}
