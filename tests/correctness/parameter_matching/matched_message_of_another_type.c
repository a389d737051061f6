// SPDX-License-Identifier: BSD-3-Clause
// The message that MPI_Mprobe found is received as another datatype.
// ranks: 2
// wrong: type-mismatch
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double values[2] = {0, 0};
  MPI_Message message;
  MPI_Status status;
  if (rank == 0) {
    MPI_Send(values, 2, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);  // here
  } else {
    MPI_Mprobe(0, 0, MPI_COMM_WORLD, &message, &status);
    MPI_Mrecv(values, 2, MPI_INT64_T, &message, MPI_STATUS_IGNORE);  // here
  }
  MPI_Finalize();
  return 0;
}
