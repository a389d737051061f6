// SPDX-License-Identifier: BSD-3-Clause
// A rank expects fewer elements of another one than that gives, which it finds in its wait.
// ranks: 2
// wrong: collective-mismatch
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int sent[4] = {0}, received[4] = {0};
  const int gives[2] = {2, 2}, gets[2] = {2 - rank, 2}, places[2] = {0, 2};
  MPI_Request request;
  MPI_Ialltoallv(sent, gives, places, MPI_INT, received, gets, places, MPI_INT,  // here
                 MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
