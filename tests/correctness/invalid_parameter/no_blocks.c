// SPDX-License-Identifier: BSD-3-Clause
// A vector datatype has no blocks.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Datatype type;
  MPI_Type_vector(0, 1, 1, MPI_INT, &type);
  MPI_Type_free(&type);
  MPI_Finalize();
  return 0;
}
