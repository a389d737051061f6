// SPDX-License-Identifier: BSD-3-Clause
// The places of the members differ, but not their order in the signature.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  char memory[16] = {0};
  int lengths[2] = {1, 1};
  MPI_Aint here[2] = {0, 4};
  MPI_Aint there[2] = {8, 0};
  MPI_Datatype members[2] = {MPI_FLOAT, MPI_INT};
  MPI_Datatype turned[2] = {MPI_FLOAT, MPI_INT};
  MPI_Datatype sent, received;
  MPI_Type_create_struct(2, lengths, here, members, &sent);
  MPI_Type_create_struct(2, lengths, there, turned, &received);
  MPI_Type_commit(&sent);
  MPI_Type_commit(&received);
  if (rank == 0) {
    MPI_Send(memory, 1, sent, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(memory, 1, received, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Type_free(&sent);
  MPI_Type_free(&received);
  MPI_Finalize();
  return 0;
}
