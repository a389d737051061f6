// SPDX-License-Identifier: BSD-3-Clause
// A rank asks for its rank before MPI_Init.
// ranks: 2
// wrong: call-outside-of-mpi
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);  // here
  MPI_Init(&argc, &argv);
  MPI_Finalize();
  return 0;
}
