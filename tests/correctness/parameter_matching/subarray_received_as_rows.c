// SPDX-License-Identifier: BSD-3-Clause
// A part of a matrix arrives as two rows of a vector datatype.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  float matrix[4][4] = {{0}};
  int whole[2] = {4, 4};
  int part[2] = {2, 3};
  int begin[2] = {1, 1};
  MPI_Datatype inner, rows;
  MPI_Type_create_subarray(2, whole, part, begin, MPI_ORDER_C, MPI_FLOAT, &inner);
  MPI_Type_vector(2, 3, 4, MPI_FLOAT, &rows);
  MPI_Type_commit(&inner);
  MPI_Type_commit(&rows);
  if (rank == 0) {
    MPI_Send(matrix, 1, inner, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(matrix, 1, rows, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Type_free(&inner);
  MPI_Type_free(&rows);
  MPI_Finalize();
  return 0;
}
