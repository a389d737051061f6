// SPDX-License-Identifier: BSD-3-Clause
// A rank frees the request of a collective in place of waiting for it.
// ranks: 2
// wrong: collective-request-freed
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Request request;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);  // here
  MPI_Request_free(&request);  // here
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
