// SPDX-License-Identifier: BSD-3-Clause
// A root receives other data than all send, itself too.
// ranks: 2
// wrong: collective-type-mismatch
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  float all[2] = {0, 0};
  MPI_Gather(&rank, 1, MPI_INT, all, 1, MPI_FLOAT, 0, MPI_COMM_WORLD);  // here
  MPI_Finalize();
  return 0;
}
