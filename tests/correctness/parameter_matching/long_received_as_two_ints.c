// SPDX-License-Identifier: BSD-3-Clause
// One long and two ints have the same size, but not the same signature.
// ranks: 2
// wrong: type-mismatch
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  long pair = 1;
  int parts[2] = {0, 0};
  MPI_Datatype two;
  MPI_Type_contiguous(2, MPI_INT, &two);
  MPI_Type_commit(&two);
  if (rank == 0) {
    MPI_Send(&pair, 1, MPI_LONG, 1, 0, MPI_COMM_WORLD);  // here
  } else {
    MPI_Recv(parts, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // here
  }
  MPI_Type_free(&two);
  MPI_Finalize();
  return 0;
}
