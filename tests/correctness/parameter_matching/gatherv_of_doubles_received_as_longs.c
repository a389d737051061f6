// SPDX-License-Identifier: BSD-3-Clause
// The root of a gatherv receives integers where others send doubles.
// ranks: 2
// wrong: collective-type-mismatch
#include <mpi.h>
#include <stddef.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm world = MPI_COMM_WORLD;
  double own = rank;
  long all[2];
  int counts[2] = {1, 1};
  int places[2] = {0, 1};
  if (rank == 0)
    MPI_Gatherv(MPI_IN_PLACE, 0, MPI_LONG, all, counts, places, MPI_LONG, 0, world);  // here
  else
    MPI_Gatherv(&own, 1, MPI_DOUBLE, NULL, NULL, NULL, MPI_DOUBLE, 0, world);  // here
  MPI_Finalize();
  return 0;
}
