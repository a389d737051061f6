// SPDX-License-Identifier: BSD-3-Clause
// The ranks broadcast every second integer.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int values[4] = {0};
  MPI_Datatype spaced;
  MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &spaced);
  MPI_Type_commit(&spaced);
  MPI_Bcast(values, 2, spaced, 0, MPI_COMM_WORLD);
  MPI_Type_free(&spaced);
  MPI_Finalize();
  return 0;
}
