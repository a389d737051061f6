// SPDX-License-Identifier: BSD-3-Clause
// A rank creates a datatype after MPI_Init and frees it before MPI_Finalize.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Datatype pair;
  MPI_Init(&argc, &argv);
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_free(&pair);
  MPI_Finalize();
  return 0;
}
