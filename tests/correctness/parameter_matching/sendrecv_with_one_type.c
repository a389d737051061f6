// SPDX-License-Identifier: BSD-3-Clause
// Each rank sends and receives ints.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int sent[4] = {0};
  int received[4];
  const int other = 1 - rank;
  MPI_Sendrecv(sent, 4, MPI_INT, other, 0, received, 4, MPI_INT, other, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
