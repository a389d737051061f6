// SPDX-License-Identifier: BSD-3-Clause
// MPI_DOUBLE_INT is a double and an int.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  struct {
    double value;
    int place;
  } best = {1, 2};
  int lengths[2] = {1, 1};
  MPI_Aint places[2] = {0, 8};
  MPI_Datatype members[2] = {MPI_DOUBLE, MPI_INT};
  MPI_Datatype type;
  MPI_Type_create_struct(2, lengths, places, members, &type);
  MPI_Type_commit(&type);
  if (rank == 0) {
    MPI_Send(&best, 1, MPI_DOUBLE_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&best, 1, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Type_free(&type);
  MPI_Finalize();
  return 0;
}
