// SPDX-License-Identifier: BSD-3-Clause
// Both datatypes are nested, and both are six ints.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int values[32] = {0};
  int lengths[2] = {1, 2};
  int places[2] = {0, 2};
  MPI_Datatype pair, sent, triple, received;
  MPI_Type_vector(2, 1, 2, MPI_INT, &pair);
  MPI_Type_indexed(2, lengths, places, pair, &sent);
  MPI_Type_contiguous(3, MPI_INT, &triple);
  MPI_Type_create_hvector(2, 1, 20, triple, &received);
  MPI_Type_commit(&sent);
  MPI_Type_commit(&received);
  if (rank == 0) {
    MPI_Send(values, 1, sent, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(values, 1, received, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Type_free(&pair);
  MPI_Type_free(&sent);
  MPI_Type_free(&triple);
  MPI_Type_free(&received);
  MPI_Finalize();
  return 0;
}
