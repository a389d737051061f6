// SPDX-License-Identifier: BSD-3-Clause
// A root receives the blocks of two ranks in reverse order, and an empty one.
// ranks: 3
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int all[2] = {0, 0};
  int counts[3] = {1, 1, 0}, places[3] = {1, 0, 0};
  MPI_Gatherv(&rank, rank == 2 ? 0 : 1, MPI_INT, all, counts, places, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
