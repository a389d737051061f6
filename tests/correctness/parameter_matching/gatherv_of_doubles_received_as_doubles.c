// SPDX-License-Identifier: BSD-3-Clause
// The root of a gatherv receives what the others send.
// ranks: 2
// right
#include <mpi.h>
#include <stddef.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double own = rank;
  double all[2];
  int counts[2] = {1, 1};
  int places[2] = {0, 1};
  MPI_Gatherv(&own, 1, MPI_DOUBLE, all, counts, places, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
