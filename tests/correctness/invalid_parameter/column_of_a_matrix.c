// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 sends the last column of a matrix.
// ranks: 2
// check: error,buffers
// right
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int* matrix = calloc(100, sizeof(int));
  int received[10];
  MPI_Datatype column;
  MPI_Type_vector(10, 1, 10, MPI_INT, &column);
  MPI_Type_commit(&column);
  if (rank == 0) {
    MPI_Send(matrix + 9, 1, column, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(received, 10, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Type_free(&column);
  free(matrix);
  MPI_Finalize();
  return 0;
}
