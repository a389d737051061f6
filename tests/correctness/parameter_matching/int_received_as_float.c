// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 sends ints, and rank 1 receives floats.
// ranks: 2
// wrong: type-mismatch
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int sent[4] = {1, 2, 3, 4};
  float received[4];
  if (rank == 0) {
    MPI_Send(sent, 4, MPI_INT, 1, 5, MPI_COMM_WORLD);  // here
  } else {
    MPI_Recv(received, 4, MPI_FLOAT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // here
  }
  MPI_Finalize();
  return 0;
}
