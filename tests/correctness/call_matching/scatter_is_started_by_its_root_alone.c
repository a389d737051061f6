// SPDX-License-Identifier: BSD-3-Clause
// Only the root starts a persistent scatter, which needs nothing of the others.
// ranks: 2
// mpi: 4
// wrong: collective-mismatch
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0, own = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int all[2] = {1, 2};
  MPI_Request request;
  MPI_Scatter_init(all, 1, MPI_INT, &own, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  if (rank == 0) {
    MPI_Start(&request);  // here
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
  MPI_Finalize();
  return 0;
}
