// SPDX-License-Identifier: BSD-3-Clause
// Each rank names itself as the root.
// ranks: 2
// wrong: collective-mismatch
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int value = rank;
  int values[2] = {0, 0};
  MPI_Gather(&value, 1, MPI_INT, values, 1, MPI_INT, rank, MPI_COMM_WORLD);  // here
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
