// SPDX-License-Identifier: BSD-3-Clause
// An operator of the program is never freed.
// ranks: 2
// wrong: object-not-freed
#include <mpi.h>

static void add(void* in, void* inout, int* count, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < *count; ++i) ((int*)inout)[i] += ((int*)in)[i];
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int value = 1, sum = 0;
  MPI_Op operator;
  MPI_Op_create(add, 1, &operator);  // here
  MPI_Allreduce(&value, &sum, 1, MPI_INT, operator, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
