// SPDX-License-Identifier: BSD-3-Clause
// Two groups call collectives on an intercommunicator.
// ranks: 2
// wrong: collective-mismatch
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int sent = 1, received = 0;
  MPI_Comm own, both;
  MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &own);
  MPI_Intercomm_create(own, 0, MPI_COMM_WORLD, 1 - rank, 7, &both);
  if (rank == 0) {
    MPI_Barrier(both);  // here
    MPI_Allreduce(&sent, &received, 1, MPI_INT, MPI_SUM, both);
  } else {
    MPI_Allreduce(&sent, &received, 1, MPI_INT, MPI_SUM, both);  // here
    MPI_Barrier(both);
  }
  MPI_Comm_free(&own);
  MPI_Comm_free(&both);
  MPI_Finalize();
  return 0;
}
