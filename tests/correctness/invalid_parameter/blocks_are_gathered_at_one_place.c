// SPDX-License-Identifier: BSD-3-Clause
// A root receives the blocks of two ranks at the same place.
// ranks: 2
// wrong: overlapping-blocks
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int all[2] = {0, 0};
  int counts[2] = {1, 1}, places[2] = {0, 0};
  MPI_Gatherv(&rank, 1, MPI_INT, all, counts, places, MPI_INT, 0, MPI_COMM_WORLD);  // here
  MPI_Finalize();
  return 0;
}
