// SPDX-License-Identifier: BSD-3-Clause
// A cancelled receive must be completed, too.
// ranks: 2
// wrong: request-not-completed
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int value = 1;
  MPI_Request request;
  MPI_Irecv(&value, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);  // here
  MPI_Cancel(&request);
  MPI_Finalize();
  return 0;
}
