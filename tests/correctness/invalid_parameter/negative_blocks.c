// SPDX-License-Identifier: BSD-3-Clause
// A vector datatype has a negative number of blocks.
// ranks: 2
// wrong: failed-call
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Datatype type;
  MPI_Type_vector(-1, 1, 1, MPI_INT, &type);  // here
  MPI_Type_free(&type);
  MPI_Finalize();
  return 0;
}
