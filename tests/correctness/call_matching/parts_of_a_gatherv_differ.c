// SPDX-License-Identifier: BSD-3-Clause
// The root of a gather expects more elements of rank 1 than it gives.
// ranks: 2
// wrong: collective-mismatch
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int sent[2] = {rank, rank}, received[4] = {0};
  const int counts[2] = {2, 2}, places[2] = {0, 2};
  if (rank == 0) {
    MPI_Gatherv(sent, 2, MPI_INT, received, counts, places, MPI_INT, 0, MPI_COMM_WORLD);  // here
  } else {
    MPI_Gatherv(sent, 1, MPI_INT, 0, 0, 0, MPI_INT, 0, MPI_COMM_WORLD);  // here
  }
  MPI_Finalize();
  return 0;
}
