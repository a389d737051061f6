// SPDX-License-Identifier: BSD-3-Clause
// A rank sends itself ints and receives floats.
// ranks: 2
// wrong: type-mismatch
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int value = 1;
  float received;
  MPI_Request request;
  MPI_Irecv(&received, 1, MPI_FLOAT, 0, 0, MPI_COMM_SELF, &request);  // here
  MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_SELF);                  // here
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
