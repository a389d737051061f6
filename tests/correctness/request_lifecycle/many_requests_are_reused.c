// SPDX-License-Identifier: BSD-3-Clause
// A program keeps one handle for each of many requests.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int data[200];
  MPI_Request requests[200];
  for (int i = 0; i < 200; ++i) data[i] = i;
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 200; ++i) {
      if (rank == 0) MPI_Isend(&data[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD, &requests[i]);
      if (rank == 1) MPI_Irecv(&data[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, &requests[i]);
    }
    MPI_Waitall(200, requests, MPI_STATUSES_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
