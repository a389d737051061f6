// SPDX-License-Identifier: BSD-3-Clause
// Each rank receives blocks of all that overlap.
// ranks: 2
// wrong: overlapping-blocks
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int sent[2] = {1, 2}, all[3] = {0, 0, 0};
  int counts[2] = {2, 2}, places[2] = {0, 1};
  MPI_Allgatherv(sent, 2, MPI_INT, all, counts, places, MPI_INT, MPI_COMM_WORLD);  // here
  MPI_Finalize();
  return 0;
}
