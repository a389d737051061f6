// SPDX-License-Identifier: BSD-3-Clause
// Rank 1 has no new communicator, but calls a barrier on it.
// ranks: 2
// wrong: failed-call
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm part;
  MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? 0 : MPI_UNDEFINED, 0, &part);
  MPI_Barrier(part);  // here
  if (part != MPI_COMM_NULL) MPI_Comm_free(&part);
  MPI_Finalize();
  return 0;
}
