// SPDX-License-Identifier: BSD-3-Clause
// A communicator of MPI_Comm_idup is never freed.
// ranks: 2
// wrong: object-not-freed
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm copy;
  MPI_Request request;
  MPI_Comm_idup(MPI_COMM_WORLD, &copy, &request);  // here
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
