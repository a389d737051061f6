// SPDX-License-Identifier: BSD-3-Clause
// The ranks reduce by different operators.
// ranks: 2
// wrong: collective-mismatch
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int value = rank, result = 0;
  MPI_Op operator= rank == 0 ? MPI_SUM : MPI_MAX;
  MPI_Allreduce(&value, &result, 1, MPI_INT, operator, MPI_COMM_WORLD);  // here
  MPI_Finalize();
  return 0;
}
