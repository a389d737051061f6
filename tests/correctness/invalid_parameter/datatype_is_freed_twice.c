// SPDX-License-Identifier: BSD-3-Clause
// A datatype is freed by two handles.
// ranks: 2
// wrong: freed-object-used
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Datatype pair, alias;
  MPI_Type_contiguous(2, MPI_INT, &pair);
  alias = pair;
  MPI_Type_free(&pair);  // here
  MPI_Type_free(&alias);  // here
  MPI_Finalize();
  return 0;
}
