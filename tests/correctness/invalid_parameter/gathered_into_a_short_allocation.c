// SPDX-License-Identifier: BSD-3-Clause
// Ranks gather one element more than they have allocated.
// ranks: 2
// check: error,buffers
// wrong: buffer-too-small
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int own[4] = {rank, rank, rank, rank};
  int* all = calloc(7, sizeof(int));
  MPI_Allgather(own, 4, MPI_INT, all, 4, MPI_INT, MPI_COMM_WORLD);  // here
  free(all);
  MPI_Finalize();
  return 0;
}
