// SPDX-License-Identifier: BSD-3-Clause
// MPI_Waitany completes one of two receives.
// ranks: 2
// wrong: request-not-completed
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int values[2] = {0, 0};
  MPI_Request requests[2];
  int which = 0;
  for (int i = 0; i < 2; ++i) {
    if (rank == 1) MPI_Irecv(&values[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, &requests[i]);  // here
    if (rank == 0) MPI_Send(&values[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD);
  }
  if (rank == 1) MPI_Waitany(2, requests, &which, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
