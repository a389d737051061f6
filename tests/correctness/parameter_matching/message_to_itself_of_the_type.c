// SPDX-License-Identifier: BSD-3-Clause
// A rank sends itself ints.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int value = 1;
  int received;
  MPI_Request request;
  MPI_Irecv(&received, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
  MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
