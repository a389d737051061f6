// SPDX-License-Identifier: BSD-3-Clause
// Both ranks reduce ints.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int value = 0, result = 0;
  MPI_Datatype type = MPI_INT;
  MPI_Allreduce(&value, &result, 1, type, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
