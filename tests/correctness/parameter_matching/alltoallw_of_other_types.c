// SPDX-License-Identifier: BSD-3-Clause
// Two ranks exchange data in MPI_Alltoallw, with other datatypes than they expect.
// ranks: 2
// wrong: collective-type-mismatch
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int sent[2] = {rank, rank}, received[2] = {0, 0};
  int counts[2] = {1, 1}, places[2] = {0, sizeof(int)};
  MPI_Datatype of_sent[2] = {MPI_INT, MPI_INT}, of_received[2] = {MPI_INT, MPI_INT};
  if (rank == 1) of_sent[0] = MPI_FLOAT;
  MPI_Alltoallw(sent, counts, places, of_sent,  // here
                received, counts, places, of_received, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
