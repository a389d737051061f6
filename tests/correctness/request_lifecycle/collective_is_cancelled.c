// SPDX-License-Identifier: BSD-3-Clause
// A rank cancels the request of a collective.
// ranks: 2
// wrong: collective-request-freed
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int data = rank;
  MPI_Request request;
  MPI_Ibcast(&data, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);  // here
  MPI_Cancel(&request);  // here
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
