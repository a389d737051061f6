// SPDX-License-Identifier: BSD-3-Clause
// Rank 1 reads a partition before it knows that it has arrived.
// ranks: 2
// mpi: 4
// wrong: receive-buffer-accessed
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int rank, values[4] = {1, 2, 3, 4};
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Psend_init(values, 4, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    for (int i = 0; i < 4; ++i) MPI_Pready(i, request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Precv_init(values, 4, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Start(&request);                    // here
    printf("%d\n", values[0]);              // here
    MPI_Wait(&request, MPI_STATUS_IGNORE);  // here
  }
  MPI_Request_free(&request);
  MPI_Finalize();
  return 0;
}
