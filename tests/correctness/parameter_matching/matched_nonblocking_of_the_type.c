// SPDX-License-Identifier: BSD-3-Clause
// MPI_Imrecv receives doubles.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double values[2] = {0, 0};
  MPI_Message message;
  MPI_Request request;
  if (rank == 0) {
    MPI_Send(values, 2, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Imrecv(values, 2, MPI_DOUBLE, &message, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
