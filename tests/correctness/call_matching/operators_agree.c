// SPDX-License-Identifier: BSD-3-Clause
// The ranks reduce by the same operator.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int value = rank, result = 0;
  MPI_Op operator= MPI_SUM;
  MPI_Allreduce(&value, &result, 1, MPI_INT, operator, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
