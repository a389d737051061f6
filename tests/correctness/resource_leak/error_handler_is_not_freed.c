// SPDX-License-Identifier: BSD-3-Clause
// An error handler of the program is never freed.
// ranks: 2
// wrong: object-not-freed
#include <mpi.h>

static void ignore(MPI_Comm* communicator, int* error, ...) {
  (void)communicator;
  (void)error;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Errhandler handler;
  MPI_Comm_create_errhandler(ignore, &handler);  // here
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  MPI_Finalize();
  return 0;
}
