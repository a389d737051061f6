// SPDX-License-Identifier: BSD-3-Clause
// A part of a communicator is freed.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm part;
  MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &part);
  MPI_Barrier(part);
  MPI_Comm_free(&part);
  MPI_Finalize();
  return 0;
}
