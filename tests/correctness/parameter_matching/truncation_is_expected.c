// SPDX-License-Identifier: BSD-3-Clause
// The message is longer than the receive, which returns the error that the program expects.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0, class = MPI_ERR_TRUNCATE;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int values[4] = {0};
  if (rank == 0) {
    MPI_Send(values, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    const int error = MPI_Recv(values, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Error_class(error, &class);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  }
  MPI_Finalize();
  return class != MPI_ERR_TRUNCATE;
}
