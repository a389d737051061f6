// SPDX-License-Identifier: BSD-3-Clause
// One of several nonblocking messages has another datatype.
// ranks: 2
// wrong: type-mismatch
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int sent[4] = {0}, received[4];
  MPI_Request requests[4];
  const int other = 1 - rank;
  for (int i = 0; i < 2; ++i)
    MPI_Irecv(&received[i], 1, MPI_INT, other, i, MPI_COMM_WORLD, &requests[i]);  // here
  MPI_Isend(&sent[0], 1, MPI_INT, other, 0, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(&sent[1], 1, MPI_FLOAT, other, 1, MPI_COMM_WORLD, &requests[3]);  // here
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
