// SPDX-License-Identifier: BSD-3-Clause
// The message has one int, and the receive is for floats.
// ranks: 2
// wrong: type-mismatch
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int sent = 3;
  float received[4];
  if (rank == 0) {
    MPI_Send(&sent, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);  // here
  } else {
    MPI_Recv(received, 4, MPI_FLOAT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // here
  }
  MPI_Finalize();
  return 0;
}
