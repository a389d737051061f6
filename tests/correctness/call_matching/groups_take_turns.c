// SPDX-License-Identifier: BSD-3-Clause
// Two groups exchange messages on an intercommunicator.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int sent = rank, received = 0;
  MPI_Comm own, both;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &own);
  MPI_Intercomm_create(own, 0, MPI_COMM_WORLD, 1 - rank % 2, 7, &both);
  if (rank % 2 == 0) {
    MPI_Send(&sent, 1, MPI_INT, 0, 0, both);
    MPI_Recv(&received, 1, MPI_INT, 0, 0, both, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(&received, 1, MPI_INT, 0, 0, both, MPI_STATUS_IGNORE);
    MPI_Send(&sent, 1, MPI_INT, 0, 0, both);
  }
  MPI_Comm_free(&own);
  MPI_Comm_free(&both);
  MPI_Finalize();
  return 0;
}
