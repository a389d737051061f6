// SPDX-License-Identifier: BSD-3-Clause
// The members create communicators from one.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm made;
  if (rank == 0) {
    MPI_Comm_split(MPI_COMM_WORLD, 0, rank, &made);
  } else {
    MPI_Comm_split(MPI_COMM_WORLD, 1, rank, &made);
  }
  MPI_Comm_free(&made);
  MPI_Finalize();
  return 0;
}
