// SPDX-License-Identifier: BSD-3-Clause
// A rank sends a struct to another one in MPI_Alltoallw, which receives its members.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int sent[4] = {rank, rank, rank, rank}, received[4] = {0, 0, 0, 0};
  MPI_Datatype pair;
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  int ones[2] = {1, 1}, twos[2] = {2, 2}, places[2] = {0, 2 * sizeof(int)};
  MPI_Datatype pairs[2] = {pair, pair}, ints[2] = {MPI_INT, MPI_INT};
  MPI_Alltoallw(sent, ones, places, pairs, received, twos, places, ints, MPI_COMM_WORLD);
  MPI_Type_free(&pair);
  MPI_Finalize();
  return 0;
}
