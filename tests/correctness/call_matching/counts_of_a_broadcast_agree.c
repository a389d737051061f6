// SPDX-License-Identifier: BSD-3-Clause
// All ranks broadcast the same number of elements.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int values[4] = {0};
  MPI_Bcast(values, 4, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
