// SPDX-License-Identifier: BSD-3-Clause
// Each rank receives a pair of integers.
// ranks: 2
// mpi: 4
// wrong: failed-call
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int sent[4] = {0}, received[2];
  MPI_Datatype pair;
  MPI_Request request;
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Info info = MPI_INFO_NULL;
  MPI_Comm all = MPI_COMM_WORLD;
  MPI_Scatter_init(sent, 1, pair, received, 1, pair, 0, all, info, &request);  // here
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Type_free(&pair);
  MPI_Finalize();
  return 0;
}
