// SPDX-License-Identifier: BSD-3-Clause
// The root broadcasts a vector, and the others receive its elements one after the other.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int values[6] = {1, 2, 3, 4, 5, 6};
  if (rank == 0) {
    MPI_Datatype type;
    MPI_Type_vector(3, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Bcast(values, 1, type, 0, MPI_COMM_WORLD);
    MPI_Type_free(&type);
  } else {
    MPI_Bcast(values, 3, MPI_INT, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
