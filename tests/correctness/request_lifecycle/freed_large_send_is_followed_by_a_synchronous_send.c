// SPDX-License-Identifier: BSD-3-Clause
// The second send cannot end before rank 1 has received the first one.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  static int data[1 << 20];
  if (rank == 0) {
    MPI_Request request;
    MPI_Isend(data, 1 << 20, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
    MPI_Ssend(&rank, 0, MPI_INT, 1, 1, MPI_COMM_WORLD);
  } else {
    MPI_Recv(data, 1 << 20, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&rank, 0, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
