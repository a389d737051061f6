// SPDX-License-Identifier: BSD-3-Clause
// An operator is freed while a reduction uses it.
// ranks: 2
// right
#include <mpi.h>

static void add(void* one, void* other, int* count, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < *count; ++i) ((int*)other)[i] += ((int*)one)[i];
}

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Op sum;
  MPI_Op_create(add, 1, &sum);
  int result = 0;
  MPI_Request request;
  MPI_Iallreduce(&rank, &result, 1, MPI_INT, sum, MPI_COMM_WORLD, &request);
  MPI_Op_free(&sum);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
