// SPDX-License-Identifier: BSD-3-Clause
// An error handler of the program is freed.
// ranks: 2
// right
#include <mpi.h>

static void ignore(MPI_Comm* communicator, int* error, ...) {
  (void)communicator;
  (void)error;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Errhandler handler;
  MPI_Comm_create_errhandler(ignore, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  MPI_Errhandler_free(&handler);
  MPI_Finalize();
  return 0;
}
