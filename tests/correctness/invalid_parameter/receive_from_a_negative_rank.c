// SPDX-License-Identifier: BSD-3-Clause
// The source is a negative number.
// ranks: 2
// wrong: failed-call
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int value = 1;
  if (rank == 0) MPI_Recv(&value, 1, MPI_INT, -9, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // here
  MPI_Finalize();
  return 0;
}
