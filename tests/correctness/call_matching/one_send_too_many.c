// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 sends one message more than rank 1 receives.
// ranks: 2
// wrong: message-not-received
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int value = 1;
  if (rank == 0) {
    for (int i = 0; i < 5; ++i) MPI_Send(&value, 1, MPI_INT, 1, i, MPI_COMM_WORLD);  // here
  } else {
    for (int i = 0; i < 4; ++i)
      MPI_Recv(&value, 1, MPI_INT, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
