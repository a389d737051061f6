// SPDX-License-Identifier: BSD-3-Clause
// The message is shorter than the receive, and is the beginning of it.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  struct {
    int number;
    float value;
  } parts[4] = {{0, 0}};
  int lengths[2] = {1, 1};
  MPI_Aint places[2] = {0, 4};
  MPI_Datatype members[2] = {MPI_INT, MPI_FLOAT};
  MPI_Datatype part, sent;
  MPI_Datatype begin[2] = {MPI_INT, MPI_FLOAT};
  MPI_Type_create_struct(2, lengths, places, members, &part);
  MPI_Type_create_struct(2, lengths, places, begin, &sent);
  MPI_Type_commit(&part);
  MPI_Type_commit(&sent);
  if (rank == 0) {
    MPI_Send(parts, 1, sent, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(parts, 4, part, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Type_free(&part);
  MPI_Type_free(&sent);
  MPI_Finalize();
  return 0;
}
