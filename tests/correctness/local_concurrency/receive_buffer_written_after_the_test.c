// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 writes to its receive buffer after the test has found the message.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int value = 0;
  if (rank == 0) {
    MPI_Request request;
    int flag = 0;
    MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    while (!flag) {
      MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    }
    value = 7;
  } else {
    MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
