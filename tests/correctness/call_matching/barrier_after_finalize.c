// SPDX-License-Identifier: BSD-3-Clause
// A rank calls a barrier after MPI_Finalize.
// ranks: 2
// wrong: call-outside-of-mpi
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int is_over = 0;
  MPI_Finalize();
  MPI_Finalized(&is_over);
  MPI_Barrier(MPI_COMM_WORLD);  // here
  return 0;
}
