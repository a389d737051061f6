// SPDX-License-Identifier: BSD-3-Clause
// Rank 1 receives as often as rank 0 sends.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int value = 1;
  if (rank == 0) {
    for (int i = 0; i < 4; ++i) MPI_Send(&value, 1, MPI_INT, 1, i, MPI_COMM_WORLD);
  } else {
    for (int i = 0; i < 4; ++i)
      MPI_Recv(&value, 1, MPI_INT, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
