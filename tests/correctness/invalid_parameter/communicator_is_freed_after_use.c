// SPDX-License-Identifier: BSD-3-Clause
// A communicator is freed after a barrier, and another one has its memory.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 3; ++i) {
    MPI_Comm copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Barrier(copy);
    MPI_Comm_free(&copy);
  }
  MPI_Finalize();
  return 0;
}
