// SPDX-License-Identifier: BSD-3-Clause
// The root of a broadcast is the last rank.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int size = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int value = 1;
  MPI_Bcast(&value, 1, MPI_INT, size - 1, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
