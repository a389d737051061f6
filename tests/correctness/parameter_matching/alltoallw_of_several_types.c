// SPDX-License-Identifier: BSD-3-Clause
// Each pair of ranks has a datatype of its own in MPI_Alltoallw.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int sent[2] = {rank, rank}, received[2] = {0, 0};
  int counts[2] = {1, 1}, places[2] = {0, sizeof(int)};
  MPI_Datatype of_sent[2] = {MPI_INT, MPI_FLOAT}, of_received[2] = {MPI_INT, MPI_FLOAT};
  if (rank == 1) {
    of_sent[0] = MPI_FLOAT;
    of_received[0] = MPI_FLOAT;
    of_sent[1] = of_received[1] = MPI_UNSIGNED;
  }
  MPI_Alltoallw(sent, counts, places, of_sent, received, counts, places, of_received,
                MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
