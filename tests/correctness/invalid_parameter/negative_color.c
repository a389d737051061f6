// SPDX-License-Identifier: BSD-3-Clause
// A color of MPI_Comm_split is negative.
// ranks: 2
// wrong: failed-call
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm part;
  MPI_Comm_split(MPI_COMM_WORLD, -7, 0, &part);  // here
  MPI_Comm_free(&part);
  MPI_Finalize();
  return 0;
}
