// SPDX-License-Identifier: BSD-3-Clause
// The result of MPI_Pack is sent as MPI_CHAR, and received as what was packed.
// ranks: 2
// wrong: type-mismatch
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  char packed[64];
  int number = 1, at = 0;
  float values[2] = {0, 0};
  struct {
    int number;
    float values[2];
  } whole;
  int lengths[2] = {1, 2};
  MPI_Aint places[2] = {0, 4};
  MPI_Datatype members[2] = {MPI_INT, MPI_FLOAT};
  MPI_Datatype type;
  MPI_Type_create_struct(2, lengths, places, members, &type);
  MPI_Type_commit(&type);
  if (rank == 0) {
    MPI_Pack(&number, 1, MPI_INT, packed, 64, &at, MPI_COMM_WORLD);
    MPI_Pack(values, 2, MPI_FLOAT, packed, 64, &at, MPI_COMM_WORLD);
    MPI_Send(packed, at, MPI_CHAR, 1, 0, MPI_COMM_WORLD);  // here
  } else {
    MPI_Recv(&whole, 1, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // here
  }
  MPI_Type_free(&type);
  MPI_Finalize();
  return 0;
}
