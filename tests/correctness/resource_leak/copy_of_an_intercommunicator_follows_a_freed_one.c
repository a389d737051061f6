// SPDX-License-Identifier: BSD-3-Clause
// The MPI may give the handle of a freed communicator to a copy that it makes in the background.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0, size = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm between, copy;
  MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1 - rank, 0, &between);
  for (int i = 0; i < 4; ++i) {
    MPI_Comm_dup(between, &copy);
    MPI_Comm_free(&copy);
    MPI_Request request;
    MPI_Comm_idup(between, &copy, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_remote_size(copy, &size);
    MPI_Comm_size(copy, &size);
    MPI_Comm_free(&copy);
  }
  MPI_Comm_free(&between);
  MPI_Finalize();
  return 0;
}
