// SPDX-License-Identifier: BSD-3-Clause
// A rank receives from any rank of the remote group.
// ranks: 4
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  long sum = 0;
  double value = rank;
  long number = rank;
  (void)value;
  (void)number;
  MPI_Comm own, both;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &own);
  MPI_Intercomm_create(own, 0, MPI_COMM_WORLD, 1 - rank % 2, 7, &both);
  if (rank == 0) {
    MPI_Status status;
    for (int i = 0; i < 2; ++i) {
      long got = 0;
      MPI_Recv(&got, 1, MPI_LONG, MPI_ANY_SOURCE, 3, both, &status);
      sum += got * (status.MPI_SOURCE + 1);
    }
  } else if (rank % 2 == 1) {
    MPI_Send(&number, 1, MPI_LONG, 0, 3, both);
  }
  MPI_Comm_free(&own);
  MPI_Comm_free(&both);
  MPI_Finalize();
  return 0;
}
