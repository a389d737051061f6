// SPDX-License-Identifier: BSD-3-Clause
// One of three communicators is never freed.
// ranks: 2
// wrong: object-not-freed
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm copy;
  for (int i = 0; i < 3; ++i) {
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);  // here
    MPI_Barrier(copy);
    if (i > 0) MPI_Comm_free(&copy);
  }
  MPI_Finalize();
  return 0;
}
