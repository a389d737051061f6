// SPDX-License-Identifier: BSD-3-Clause
// A group broadcasts to the other one.
// ranks: 3
// right
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int sent[2] = {1, 2};
  float received[2] = {0, 0};
  MPI_Comm own, both;
  MPI_Comm_split(MPI_COMM_WORLD, rank == 0, rank, &own);
  MPI_Intercomm_create(own, 0, MPI_COMM_WORLD, rank == 0 ? 1 : 0, 7, &both);
  if (rank == 0) {
    MPI_Bcast(sent, 2, MPI_INT, MPI_ROOT, both);
  } else {
    MPI_Bcast(sent, 2, MPI_INT, 0, both);
  }
  if (received[0] > 0) return 1;
  MPI_Comm_free(&own);
  MPI_Comm_free(&both);
  MPI_Finalize();
  return 0;
}
