// SPDX-License-Identifier: BSD-3-Clause
// The blocks are alike, but their basic datatypes differ.
// ranks: 2
// wrong: type-mismatch
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  float values[12] = {0};
  int lengths[2] = {1, 3};
  int places[2] = {0, 5};
  int of_blocks[2] = {4, 8};
  MPI_Datatype sent, received;
  MPI_Type_indexed(2, lengths, places, MPI_INT, &sent);
  MPI_Type_create_indexed_block(2, 2, of_blocks, MPI_FLOAT, &received);
  MPI_Type_commit(&sent);
  MPI_Type_commit(&received);
  if (rank == 0) {
    MPI_Send(values, 1, sent, 1, 0, MPI_COMM_WORLD);  // here
  } else {
    MPI_Recv(values, 1, received, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // here
  }
  MPI_Type_free(&sent);
  MPI_Type_free(&received);
  MPI_Finalize();
  return 0;
}
