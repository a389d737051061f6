// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 sends ints, and rank 1 receives ints.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int sent[4] = {1, 2, 3, 4};
  int received[4];
  if (rank == 0) {
    MPI_Send(sent, 4, MPI_INT, 1, 5, MPI_COMM_WORLD);
  } else {
    MPI_Recv(received, 4, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
