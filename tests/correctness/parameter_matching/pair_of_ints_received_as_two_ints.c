// SPDX-License-Identifier: BSD-3-Clause
// A contiguous datatype of two ints is two ints.
// ranks: 2
// right
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
    MPI_Send(&pair, 1, two, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(parts, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Type_free(&two);
  MPI_Finalize();
  return 0;
}
