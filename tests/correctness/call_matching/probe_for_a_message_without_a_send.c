// SPDX-License-Identifier: BSD-3-Clause
// Rank 1 probes for a message of rank 0 that goes to rank 2.
// ranks: 3
// wrong: deadlock
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int value = 1;
  MPI_Status status;
  if (rank == 0) MPI_Send(&value, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
  if (rank == 1) MPI_Probe(0, 0, MPI_COMM_WORLD, &status);  // here
  if (rank == 2) MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();  // here
  return 0;
}
