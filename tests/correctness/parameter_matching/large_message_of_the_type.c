// SPDX-License-Identifier: BSD-3-Clause
// A message of a mebibyte has the datatype of its receive.
// ranks: 2
// right
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  enum { count = 1 << 17 };
  double* values = calloc(count, sizeof(double));
  if (rank == 0) {
    MPI_Send(values, count, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(values, count, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  free(values);
  MPI_Finalize();
  return 0;
}
