// SPDX-License-Identifier: BSD-3-Clause
// The members of a broadcast order the parts of a struct in two ways.
// ranks: 2
// wrong: collective-type-mismatch
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  struct {
    int number;
    float value;
  } data = {1, 2.0f};
  int lengths[2] = {1, 1};
  MPI_Aint places[2] = {0, sizeof(int)};
  MPI_Datatype types[2] = {MPI_INT, MPI_FLOAT};
  if (rank != 0) {
    types[0] = MPI_FLOAT;
    types[1] = MPI_INT;
  }
  MPI_Datatype type;
  MPI_Type_create_struct(2, lengths, places, types, &type);
  MPI_Type_commit(&type);
  MPI_Bcast(&data, 1, type, 0, MPI_COMM_WORLD);  // here
  MPI_Type_free(&type);
  MPI_Finalize();
  return 0;
}
