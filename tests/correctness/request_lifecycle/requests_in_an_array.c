// SPDX-License-Identifier: BSD-3-Clause
// Each send has its own handle.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int values[2] = {1, 2};
  const int second = 1;
  MPI_Request requests[2];
  if (rank == 0) {
    MPI_Isend(&values[0], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&values[1], 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[second]);
    MPI_Waitall(1 + second, requests, MPI_STATUSES_IGNORE);
  } else {
    MPI_Recv(&values[0], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&values[1], 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
