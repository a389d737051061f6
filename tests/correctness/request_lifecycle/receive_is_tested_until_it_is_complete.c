// SPDX-License-Identifier: BSD-3-Clause
// Rank 1 tests its receive until it is complete.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int value = 1, is_complete = 0;
  MPI_Request request;
  if (rank == 1) {
    MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Test(&request, &is_complete, MPI_STATUS_IGNORE);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  while (rank == 1 && !is_complete) MPI_Test(&request, &is_complete, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
