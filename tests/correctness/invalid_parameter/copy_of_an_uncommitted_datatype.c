// SPDX-License-Identifier: BSD-3-Clause
// The copy of a datatype is committed if the datatype was.
// ranks: 2
// wrong: failed-call
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int values[4] = {0};
  MPI_Datatype spaced, copy;
  MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &spaced);
  MPI_Type_dup(spaced, &copy);
  MPI_Type_commit(&spaced);
  MPI_Bcast(values, 2, copy, 0, MPI_COMM_WORLD);  // here
  MPI_Type_free(&copy);
  MPI_Type_free(&spaced);
  MPI_Finalize();
  return 0;
}
