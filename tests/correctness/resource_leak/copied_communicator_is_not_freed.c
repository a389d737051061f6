// SPDX-License-Identifier: BSD-3-Clause
// A copy of a communicator is never freed.
// ranks: 2
// wrong: object-not-freed
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm copy;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);  // here
  MPI_Barrier(copy);
  MPI_Finalize();
  return 0;
}
