// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 receives into a variable that has as many elements as it says.
// ranks: 2
// check: error,buffers
// right
#include <mpi.h>

static int values[10];
static int others[10];

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  others[0] = rank;
  if (rank == 0) {
    MPI_Recv(values, 10, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Send(others, 10, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
