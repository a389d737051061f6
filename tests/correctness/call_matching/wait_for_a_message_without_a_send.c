// SPDX-License-Identifier: BSD-3-Clause
// Rank 1 waits for a request whose message is never sent.
// ranks: 2
// wrong: deadlock
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int values[2] = {0, 0};
  MPI_Request requests[2];
  if (rank == 0) {
    MPI_Send(values, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    for (int i = 0; i < 2; ++i)
      MPI_Irecv(&values[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, &requests[i]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);  // here
  }
  MPI_Finalize();  // here
  return 0;
}
