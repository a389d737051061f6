// SPDX-License-Identifier: BSD-3-Clause
// The members of an intercommunicator use one datatype.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int value = 1;
  MPI_Comm own, both;
  MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &own);
  MPI_Intercomm_create(own, 0, MPI_COMM_WORLD, 1 - rank, 7, &both);
  if (rank == 0) {
    MPI_Send(&value, 1, MPI_INT, 0, 0, both);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, both, MPI_STATUS_IGNORE);
  }
  MPI_Comm_free(&own);
  MPI_Comm_free(&both);
  MPI_Finalize();
  return 0;
}
