// SPDX-License-Identifier: BSD-3-Clause
// A string is sent as MPI_CHAR and received as MPI_BYTE.
// ranks: 2
// wrong: type-mismatch
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  char text[8] = "strobe";
  if (rank == 0) {
    MPI_Ssend(text, 8, MPI_CHAR, 1, 0, MPI_COMM_WORLD);  // here
  } else {
    MPI_Recv(text, 8, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // here
  }
  MPI_Finalize();
  return 0;
}
