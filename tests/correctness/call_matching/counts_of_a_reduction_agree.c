// SPDX-License-Identifier: BSD-3-Clause
// Both ranks reduce the same number of elements.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int values[4] = {0}, results[4];
  MPI_Allreduce(values, results, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
