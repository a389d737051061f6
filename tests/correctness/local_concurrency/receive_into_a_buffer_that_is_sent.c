// SPDX-License-Identifier: BSD-3-Clause
// A receive in progress writes to a buffer that a send in progress reads.
// ranks: 2
// wrong: buffer-overlap
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int values[8] = {0};
  MPI_Request requests[2];
  if (rank == 0) {
    MPI_Isend(values, 4, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[0]);      // here
    MPI_Irecv(values + 2, 4, MPI_INT, 1, 2, MPI_COMM_WORLD, &requests[1]);  // here
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  } else {
    MPI_Recv(values, 4, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(values, 4, MPI_INT, 0, 2, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
