// SPDX-License-Identifier: BSD-3-Clause
// The root of a gather receives another datatype than the others send.
// ranks: 2
// wrong: collective-type-mismatch
#include <mpi.h>
#include <stddef.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int own = rank;
  float all[2];
  if (rank == 0)
    MPI_Gather(MPI_IN_PLACE, 0, MPI_FLOAT, all, 1, MPI_FLOAT, 0, MPI_COMM_WORLD);  // here
  else
    MPI_Gather(&own, 1, MPI_INT, NULL, 0, MPI_INT, 0, MPI_COMM_WORLD);  // here
  MPI_Finalize();
  return 0;
}
