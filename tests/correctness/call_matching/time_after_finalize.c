// SPDX-License-Identifier: BSD-3-Clause
// A rank reads the time of MPI after MPI_Finalize.
// ranks: 2
// wrong: call-outside-of-mpi
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const double begin = MPI_Wtime();
  MPI_Finalize();
  printf("%g s\n", MPI_Wtime() - begin);  // here
  return 0;
}
