// SPDX-License-Identifier: BSD-3-Clause
// The root receives messages of any rank with any tag.
// ranks: 3
// wrong: message-race
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    int first, second;
    MPI_Recv(&first, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // here
    MPI_Recv(&second, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // or here
  } else {
    int own = rank;
    MPI_Send(&own, 1, MPI_INT, 0, rank, MPI_COMM_WORLD);  // here
  }
  MPI_Finalize();
  return 0;
}
