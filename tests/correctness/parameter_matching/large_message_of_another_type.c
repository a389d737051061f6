// SPDX-License-Identifier: BSD-3-Clause
// A message of a mebibyte has another datatype than its receive.
// ranks: 2
// wrong: type-mismatch
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  enum { count = 1 << 17 };
  double* values = calloc(count, sizeof(double));
  if (rank == 0) {
    MPI_Send(values, count, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);  // here
  } else {
    MPI_Recv(values, count, MPI_LONG, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // here
  }
  free(values);
  MPI_Finalize();
  return 0;
}
