// SPDX-License-Identifier: BSD-3-Clause
// The result of a nonblocking reduction is read before it is complete.
// ranks: 2
// wrong: receive-buffer-accessed
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int sum = 0;
  MPI_Request request;
  MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);  // here
  printf("%d\n", sum);                                                         // here
  MPI_Wait(&request, MPI_STATUS_IGNORE);                                       // here
  MPI_Finalize();
  return 0;
}
