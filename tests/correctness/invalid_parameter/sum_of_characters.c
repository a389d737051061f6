// SPDX-License-Identifier: BSD-3-Clause
// Characters of the datatype MPI_CHAR are added.
// ranks: 2
// wrong: invalid-argument
#include <mpi.h>

int main(int argc, char** argv) {
  char own = 1, sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Allreduce(&own, &sum, 1, MPI_CHAR, MPI_SUM, MPI_COMM_WORLD);  // here
  MPI_Finalize();
  return 0;
}
