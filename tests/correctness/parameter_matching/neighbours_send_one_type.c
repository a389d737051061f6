// SPDX-License-Identifier: BSD-3-Clause
// All ranks send to their neighbours what they receive.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm ring;
  MPI_Cart_create(MPI_COMM_WORLD, 1, (int[]){2}, (int[]){1}, 0, &ring);
  int sent = rank, received[2] = {0, 0};
  MPI_Neighbor_allgather(&sent, 1, MPI_INT, received, 1, MPI_INT, ring);
  MPI_Comm_free(&ring);
  MPI_Finalize();
  return 0;
}
