// SPDX-License-Identifier: BSD-3-Clause
// One rank sends other data to all than they receive.
// ranks: 2
// wrong: collective-type-mismatch
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int sent[2] = {rank, rank}, received[2] = {0, 0};
  int counts[2] = {1, 1}, places[2] = {0, 1};
  MPI_Alltoallv(sent, counts, places, rank == 0 ? MPI_FLOAT : MPI_INT,  // here
                received, counts, places, MPI_INT, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
