// SPDX-License-Identifier: BSD-3-Clause
// An error handler is used and freed.
// ranks: 2
// wrong: freed-object-used
#include <mpi.h>

static void handle(MPI_Comm* communicator, int* error, ...) {
  (void)communicator;
  (void)error;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Errhandler handler, copy;
  MPI_Comm_create_errhandler(handle, &handler);
  copy = handler;
  MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
  MPI_Errhandler_free(&handler);  // here
  MPI_Errhandler_free(&copy);  // here
  MPI_Finalize();
  return 0;
}
