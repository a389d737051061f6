// SPDX-License-Identifier: BSD-3-Clause
// Rank 1 reduces floats, and rank 0 reduces ints.
// ranks: 2
// wrong: collective-mismatch
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int value = 0, result = 0;
  MPI_Datatype type = rank == 0 ? MPI_INT : MPI_FLOAT;
  MPI_Allreduce(&value, &result, 1, type, MPI_SUM, MPI_COMM_WORLD);  // here
  MPI_Finalize();
  return 0;
}
