// SPDX-License-Identifier: BSD-3-Clause
// The root takes each value as that of the rank in the status.
// ranks: 3
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    int value, values[3];
    MPI_Status status;
    for (int i = 1; i < 3; ++i) {
      MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
      values[status.MPI_SOURCE] = value;
    }
  } else {
    int own = rank;
    MPI_Send(&own, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
