// SPDX-License-Identifier: BSD-3-Clause
// No rank completes the nonblocking barrier.
// ranks: 2
// wrong: request-not-completed
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Request request;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);  // here
  MPI_Finalize();
  return 0;
}
