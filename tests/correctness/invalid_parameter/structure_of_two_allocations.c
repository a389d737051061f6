// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 sends two allocations as one structure.
// ranks: 2
// check: error,buffers
// right
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int* parts[2] = {calloc(10, sizeof(int)), calloc(10, sizeof(int))};
  MPI_Aint addresses[2];
  MPI_Get_address(parts[0], &addresses[0]);
  MPI_Get_address(parts[1], &addresses[1]);
  int lengths[2] = {10, 10};
  MPI_Datatype both;
  MPI_Type_create_hindexed(2, lengths, addresses, MPI_INT, &both);
  MPI_Type_commit(&both);
  if (rank == 0) {
    MPI_Send(MPI_BOTTOM, 1, both, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(MPI_BOTTOM, 1, both, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Type_free(&both);
  free(parts[0]);
  free(parts[1]);
  MPI_Finalize();
  return 0;
}
