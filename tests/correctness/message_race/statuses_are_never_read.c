// SPDX-License-Identifier: BSD-3-Clause
// The root takes the first value from any rank as that of rank 1, in spite of its statuses.
// ranks: 3
// wrong: message-race
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    int received[2];
    MPI_Status statuses[2];
    MPI_Recv(&received[0], 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &statuses[0]);  // here
    MPI_Recv(&received[1], 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &statuses[1]);  // or here
    printf("%d %d\n", received[0], received[1]);
  } else {
    MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);  // here
  }
  MPI_Finalize();
  return 0;
}
