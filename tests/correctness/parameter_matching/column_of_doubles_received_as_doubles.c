// SPDX-License-Identifier: BSD-3-Clause
// A column of a matrix of doubles arrives in an array of doubles.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double matrix[4][3] = {{0}};
  double column[4];
  MPI_Datatype strided;
  MPI_Type_vector(4, 1, 3, MPI_DOUBLE, &strided);
  MPI_Type_commit(&strided);
  if (rank == 0) {
    MPI_Send(matrix, 1, strided, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(column, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Type_free(&strided);
  MPI_Finalize();
  return 0;
}
