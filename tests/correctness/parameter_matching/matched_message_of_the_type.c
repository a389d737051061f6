// SPDX-License-Identifier: BSD-3-Clause
// The message that MPI_Mprobe found is received as what it is.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double values[2] = {0, 0};
  MPI_Message message;
  MPI_Status status;
  if (rank == 0) {
    MPI_Send(values, 2, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Mprobe(0, 0, MPI_COMM_WORLD, &message, &status);
    MPI_Mrecv(values, 2, MPI_DOUBLE, &message, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
