// SPDX-License-Identifier: BSD-3-Clause
// Rank 2 meets the root in a barrier of an intercommunicator, but before the first receive.
// ranks: 3
// wrong: message-race
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0, value = 0, other = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm group, between;
  MPI_Comm_split(MPI_COMM_WORLD, rank == 2, rank, &group);
  MPI_Intercomm_create(group, 0, MPI_COMM_WORLD, rank == 2 ? 0 : 2, 0, &between);
  if (rank == 0) {
    MPI_Barrier(between);
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // here
    MPI_Recv(&other, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);               // here
  } else if (rank == 1) {
    MPI_Barrier(between);
    MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);  // here
  } else {
    MPI_Barrier(between);
    MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);  // here
  }
  MPI_Comm_free(&between);
  MPI_Comm_free(&group);
  MPI_Finalize();
  return 0;
}
