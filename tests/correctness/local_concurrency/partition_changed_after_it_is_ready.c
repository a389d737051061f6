// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 changes a partition of its send buffer that it has said to be ready.
// ranks: 2
// mpi: 4
// wrong: send-buffer-changed
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int rank, values[4] = {1, 2, 3, 4};
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Psend_init(values, 4, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);  // here
    MPI_Start(&request);
    for (int i = 0; i < 4; ++i) MPI_Pready(i, request);
    values[0] = 7;                          // here
    MPI_Wait(&request, MPI_STATUS_IGNORE);  // here
  } else {
    MPI_Precv_init(values, 4, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    printf("%d\n", values[0]);
  }
  MPI_Request_free(&request);
  MPI_Finalize();
  return 0;
}
