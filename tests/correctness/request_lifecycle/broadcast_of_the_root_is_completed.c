// SPDX-License-Identifier: BSD-3-Clause
// Each rank completes the broadcast, the root after the others have begun it.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, value = 42;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm apart;
  MPI_Comm_dup(MPI_COMM_WORLD, &apart);
  MPI_Request request;
  if (rank == 0) MPI_Ibcast(&value, 1, MPI_INT, 0, apart, &request);
  if (rank != 0) MPI_Ibcast(&value, 1, MPI_INT, 0, apart, &request);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_free(&apart);
  MPI_Finalize();
  return 0;
}
