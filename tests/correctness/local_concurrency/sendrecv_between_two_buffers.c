// SPDX-License-Identifier: BSD-3-Clause
// A rank sends and receives in one call, in buffers that meet.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int data[4] = {rank, rank, rank, rank};
  MPI_Sendrecv(data, 2, MPI_INT, 1 - rank, 0, data + 2, 2, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
