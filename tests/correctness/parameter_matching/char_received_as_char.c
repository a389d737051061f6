// SPDX-License-Identifier: BSD-3-Clause
// A string is sent and received as MPI_CHAR.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  char text[8] = "strobe";
  if (rank == 0) {
    MPI_Ssend(text, 8, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(text, 8, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
