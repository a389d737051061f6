// SPDX-License-Identifier: BSD-3-Clause
// The root of a broadcast is not in the communicator.
// ranks: 2
// wrong: failed-call
#include <mpi.h>

int main(int argc, char** argv) {
  int size = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int value = 1;
  MPI_Bcast(&value, 1, MPI_INT, size, MPI_COMM_WORLD);  // here
  MPI_Finalize();
  return 0;
}
