// SPDX-License-Identifier: BSD-3-Clause
// The ranks enter the barriers of two communicators in the same order.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm one, other;
  MPI_Comm_dup(MPI_COMM_WORLD, &one);
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
  if (rank == 0) {
    MPI_Barrier(one);
    MPI_Barrier(other);
  } else {
    MPI_Barrier(one);
    MPI_Barrier(other);
  }
  MPI_Comm_free(&one);
  MPI_Comm_free(&other);
  MPI_Finalize();
  return 0;
}
