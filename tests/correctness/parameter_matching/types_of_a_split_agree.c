// SPDX-License-Identifier: BSD-3-Clause
// A member gets no communicator, where the others split by shared memory.
// ranks: 3
// right
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm part;
  const int type = rank == 1 ? MPI_UNDEFINED : MPI_COMM_TYPE_SHARED;
  MPI_Comm_split_type(MPI_COMM_WORLD, type, 0, MPI_INFO_NULL, &part);
  if (part != MPI_COMM_NULL) MPI_Comm_free(&part);
  MPI_Finalize();
  return 0;
}
