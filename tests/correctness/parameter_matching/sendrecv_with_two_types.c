// SPDX-License-Identifier: BSD-3-Clause
// Each rank sends ints and receives floats.
// ranks: 2
// wrong: type-mismatch
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int sent[4] = {0};
  float received[4];
  const int other = 1 - rank;
  MPI_Sendrecv(sent, 4, MPI_INT, other, 0, received, 4, MPI_FLOAT, other, 0,  // here
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
