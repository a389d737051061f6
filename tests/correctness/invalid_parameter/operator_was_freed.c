// SPDX-License-Identifier: BSD-3-Clause
// A reduction uses a copy of the handle of a freed operator.
// ranks: 2
// wrong: freed-object-used
#include <mpi.h>

static void add(void* one, void* other, int* count, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < *count; ++i) ((int*)other)[i] += ((int*)one)[i];
}

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Op sum, alias;
  MPI_Op_create(add, 1, &sum);
  alias = sum;
  MPI_Op_free(&sum);  // here
  int result = 0;
  MPI_Allreduce(&rank, &result, 1, MPI_INT, alias, MPI_COMM_WORLD);  // here
  MPI_Finalize();
  return 0;
}
