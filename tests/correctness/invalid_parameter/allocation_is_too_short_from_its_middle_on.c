// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 sends a row of a matrix, of which only a part is left.
// ranks: 2
// check: error,buffers
// wrong: buffer-too-small
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int* matrix = calloc(100, sizeof(int));
  int* values = matrix + 95;
  int received[1000];
  if (rank == 0) {
    MPI_Send(values, 6, MPI_INT, 1, 0, MPI_COMM_WORLD);  // here
  } else {
    MPI_Recv(received, 1000, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  free(matrix);
  MPI_Finalize();
  return 0;
}
