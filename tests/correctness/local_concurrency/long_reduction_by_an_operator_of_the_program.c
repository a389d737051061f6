// SPDX-License-Identifier: BSD-3-Clause
// Ranks reduce long buffers by an operator of the program, and read the result late.
// ranks: 2
// check: error,buffers
// right
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { length = 100000 };

static void adds(void* in, void* inout, int* count, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < *count; i++) ((double*)inout)[i] += ((double*)in)[i];
}

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double* values = calloc(length, sizeof(double));
  double* sums = calloc(length, sizeof(double));
  MPI_Request request;
  MPI_Op sum;
  MPI_Op_create(adds, 1, &sum);
  MPI_Iallreduce(values, sums, length, MPI_DOUBLE, sum, MPI_COMM_WORLD, &request);
  if (rank == 0) printf("%f\n", values[length / 2]);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  sums[length / 2] = 1;
  MPI_Op_free(&sum);
  free(values);
  free(sums);
  MPI_Finalize();
  return 0;
}
