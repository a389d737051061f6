// SPDX-License-Identifier: BSD-3-Clause
// The root receives from any rank, and then from rank 2, whose message may be gone.
// ranks: 3
// wrong: message-race
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    int value;
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // here
    MPI_Recv(&value, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // here
  } else {
    int own = rank;
    if (rank == 2) MPI_Barrier(MPI_COMM_SELF);
    MPI_Send(&own, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);  // here
  }
  MPI_Finalize();
  return 0;
}
