// SPDX-License-Identifier: BSD-3-Clause
// Each rank of a group sends to the remote group on a copy of the intercommunicator.
// ranks: 4
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int sent[2] = {rank, rank}, received[2] = {0, 0};
  MPI_Comm own, both;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &own);
  MPI_Intercomm_create(own, 0, MPI_COMM_WORLD, 1 - rank % 2, 7, &both);
  MPI_Comm copy;
  MPI_Comm_dup(both, &copy);
  const int peer = rank / 2;
  MPI_Request requests[4];
  MPI_Irecv(&received[0], 1, MPI_INT, peer, 1, both, &requests[0]);
  MPI_Irecv(&received[1], 1, MPI_INT, peer, 1, copy, &requests[1]);
  MPI_Isend(&sent[0], 1, MPI_INT, peer, 1, both, &requests[2]);
  MPI_Isend(&sent[1], 1, MPI_INT, peer, 1, copy, &requests[3]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  MPI_Comm_free(&copy);
  MPI_Comm_free(&own);
  MPI_Comm_free(&both);
  MPI_Finalize();
  return 0;
}
