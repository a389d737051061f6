// SPDX-License-Identifier: BSD-3-Clause
// A rank asks for the size of the remote group.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int size = 0;
  MPI_Comm own, both;
  MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &own);
  MPI_Intercomm_create(own, 0, MPI_COMM_WORLD, 1 - rank, 7, &both);
  MPI_Comm_remote_size(both, &size);
  MPI_Comm_free(&both);
  MPI_Comm_free(&own);
  MPI_Finalize();
  return 0;
}
