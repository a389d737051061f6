// SPDX-License-Identifier: BSD-3-Clause
// Rank 1 finds the message by MPI_Probe, but does not receive it.
// ranks: 2
// wrong: message-not-received
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int value = 1;
  MPI_Status status;
  if (rank == 0) {
    MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);  // here
  } else {
    MPI_Probe(0, 0, MPI_COMM_WORLD, &status);
  }
  MPI_Finalize();
  return 0;
}
