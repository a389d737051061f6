// SPDX-License-Identifier: BSD-3-Clause
// The root never completes a broadcast that no other rank calls; its message is no send.
// ranks: 2
// wrong: request-not-completed
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, value = 42;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm apart;
  MPI_Comm_dup(MPI_COMM_WORLD, &apart);
  MPI_Request request;
  if (rank == 0) MPI_Ibcast(&value, 1, MPI_INT, 0, apart, &request);  // here
  MPI_Comm_free(&apart);
  MPI_Finalize();
  return 0;
}
