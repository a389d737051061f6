// SPDX-License-Identifier: BSD-3-Clause
// A column of a matrix of doubles arrives in an array of longs.
// ranks: 2
// wrong: type-mismatch
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double matrix[4][3] = {{0}};
  long column[4];
  MPI_Datatype strided;
  MPI_Type_vector(4, 1, 3, MPI_DOUBLE, &strided);
  MPI_Type_commit(&strided);
  if (rank == 0) {
    MPI_Send(matrix, 1, strided, 1, 0, MPI_COMM_WORLD);  // here
  } else {
    MPI_Recv(column, 4, MPI_LONG, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // here
  }
  MPI_Type_free(&strided);
  MPI_Finalize();
  return 0;
}
