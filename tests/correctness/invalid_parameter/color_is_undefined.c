// SPDX-License-Identifier: BSD-3-Clause
// A rank splits a communicator.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm made;
  MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? 0 : MPI_UNDEFINED, 0, &made);
  if (made != MPI_COMM_NULL) MPI_Comm_free(&made);
  MPI_Finalize();
  return 0;
}
