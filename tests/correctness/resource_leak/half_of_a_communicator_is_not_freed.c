// SPDX-License-Identifier: BSD-3-Clause
// A part of a communicator is never freed.
// ranks: 2
// wrong: object-not-freed
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm part;
  MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &part);  // here
  MPI_Barrier(part);
  MPI_Finalize();
  return 0;
}
