// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 reads the result of a long nonblocking reduction before it is complete.
// ranks: 2
// check: error,buffers
// wrong: receive-buffer-accessed
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { length = 100000 };

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double* values = calloc(length, sizeof(double));
  double* sums = calloc(length, sizeof(double));
  MPI_Request request;
  MPI_Iallreduce(values, sums, length, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request);  // here
  if (rank == 0) printf("%f\n", sums[length / 2]);                                      // here
  MPI_Wait(&request, MPI_STATUS_IGNORE);                                                // here
  free(values);
  free(sums);
  MPI_Finalize();
  return 0;
}
