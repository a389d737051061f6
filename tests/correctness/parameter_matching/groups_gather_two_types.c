// SPDX-License-Identifier: BSD-3-Clause
// Each group gathers what the other one has.
// ranks: 2
// wrong: collective-type-mismatch
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int sent[2] = {1, 2};
  double received[2] = {0, 0};
  MPI_Comm own, both;
  MPI_Comm_split(MPI_COMM_WORLD, rank == 0, rank, &own);
  MPI_Intercomm_create(own, 0, MPI_COMM_WORLD, rank == 0 ? 1 : 0, 7, &both);
  MPI_Allgather(sent, 2, MPI_INT, received, 1, MPI_DOUBLE, both);  // here
  MPI_Comm_free(&own);
  MPI_Comm_free(&both);
  MPI_Finalize();
  return 0;
}
