// SPDX-License-Identifier: BSD-3-Clause
// A root gathers in place, with a datatype that is not that of its call.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int all[2] = {0, 0};
  if (rank == 0) {
    MPI_Gather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
  } else {
    MPI_Gather(&rank, 1, MPI_INT, 0, 0, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
