// SPDX-License-Identifier: BSD-3-Clause
// Rank 1 waits for two requests, of which the second is a copy of the first.
// ranks: 2
// wrong: request-used-again
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int value = rank;
  if (rank == 0) {
    MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Request requests[2];
    MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &requests[0]);  // here
    requests[1] = requests[0];
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);  // here
  }
  MPI_Finalize();
  return 0;
}
