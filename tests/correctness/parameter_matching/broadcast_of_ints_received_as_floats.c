// SPDX-License-Identifier: BSD-3-Clause
// The root broadcasts integers, and the others receive floating-point numbers.
// ranks: 2
// wrong: collective-type-mismatch
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int values[4] = {1, 2, 3, 4};
  float others[4];
  if (rank == 0)
    MPI_Bcast(values, 4, MPI_INT, 0, MPI_COMM_WORLD);  // here
  else
    MPI_Bcast(others, 4, MPI_FLOAT, 0, MPI_COMM_WORLD);  // here
  MPI_Finalize();
  return 0;
}
