// SPDX-License-Identifier: BSD-3-Clause
// The ranks ask until the reduction is complete, use both buffers, and wait for it later.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int value = rank, sum = 0, is_complete = 0;
  MPI_Request request;
  MPI_Iallreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
  while (!is_complete) MPI_Request_get_status(request, &is_complete, MPI_STATUS_IGNORE);
  value = sum;
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
