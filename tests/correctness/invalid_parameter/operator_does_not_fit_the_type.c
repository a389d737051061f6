// SPDX-License-Identifier: BSD-3-Clause
// The bitwise operator is not defined for doubles.
// ranks: 2
// wrong: failed-call
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  double value = 1, result = 0;
  MPI_Allreduce(&value, &result, 1, MPI_DOUBLE, MPI_BAND, MPI_COMM_WORLD);  // here
  MPI_Finalize();
  return 0;
}
