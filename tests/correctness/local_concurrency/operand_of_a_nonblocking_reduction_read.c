// SPDX-License-Identifier: BSD-3-Clause
// The operand of a nonblocking reduction is only read before it is complete.
// ranks: 2
// right
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int own = rank;
  int sum = 0;
  MPI_Request request;
  MPI_Iallreduce(&own, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
  printf("%d\n", own);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
