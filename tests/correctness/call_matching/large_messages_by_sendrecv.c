// SPDX-License-Identifier: BSD-3-Clause
// Both ranks exchange large messages by MPI_Sendrecv.
// ranks: 2
// right
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  enum { count = 1 << 18 };
  int* sent = calloc(count, sizeof(int));
  int* received = calloc(count, sizeof(int));
  const int other = 1 - rank;
  MPI_Sendrecv(sent, count, MPI_INT, other, 0, received, count, MPI_INT, other, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  free(sent);
  free(received);
  MPI_Finalize();
  return 0;
}
