// SPDX-License-Identifier: BSD-3-Clause
// A rank creates a datatype before MPI_Init.
// ranks: 2
// wrong: call-outside-of-mpi
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Datatype pair;
  MPI_Type_contiguous(2, MPI_INT, &pair);  // here
  MPI_Init(&argc, &argv);
  MPI_Type_free(&pair);
  MPI_Finalize();
  return 0;
}
