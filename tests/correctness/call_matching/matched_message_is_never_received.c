// SPDX-License-Identifier: BSD-3-Clause
// Rank 1 matches a message by a probe, and never receives it.
// ranks: 2
// wrong: message-not-received
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int value = rank;
  if (rank == 0) {
    MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);  // here
  } else {
    MPI_Message message;
    MPI_Mprobe(0, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);  // here
  }
  MPI_Finalize();
  return 0;
}
