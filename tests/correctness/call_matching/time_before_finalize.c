// SPDX-License-Identifier: BSD-3-Clause
// A rank reads the time of MPI before MPI_Finalize.
// ranks: 2
// right
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const double begin = MPI_Wtime();
  const double end = MPI_Wtime();
  MPI_Finalize();
  printf("%g s\n", end - begin);
  return 0;
}
