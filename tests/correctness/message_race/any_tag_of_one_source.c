// SPDX-License-Identifier: BSD-3-Clause
// The root receives messages of one rank with any tag, which arrive in order.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    int value;
    for (int i = 0; i < 2; ++i)
      MPI_Recv(&value, 1, MPI_INT, 1, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    int own = rank;
    MPI_Send(&own, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    MPI_Send(&own, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
