// SPDX-License-Identifier: BSD-3-Clause
// Small integers of the datatype MPI_SIGNED_CHAR are added, and characters by an own operation.
// ranks: 2
// right
#include <mpi.h>

static void add(void* in, void* inout, int* count, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < *count; ++i) ((char*)inout)[i] += ((const char*)in)[i];
}

int main(int argc, char** argv) {
  signed char own = 1, sum = 0;
  char letter = 1, letters = 0;
  MPI_Op operation;
  MPI_Init(&argc, &argv);
  MPI_Allreduce(&own, &sum, 1, MPI_SIGNED_CHAR, MPI_SUM, MPI_COMM_WORLD);
  MPI_Op_create(add, 1, &operation);
  MPI_Allreduce(&letter, &letters, 1, MPI_CHAR, operation, MPI_COMM_WORLD);
  MPI_Op_free(&operation);
  MPI_Finalize();
  return 0;
}
