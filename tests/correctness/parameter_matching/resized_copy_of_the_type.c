// SPDX-License-Identifier: BSD-3-Clause
// The receiver's datatype is a resized copy of the sender's.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  short values[8] = {0};
  MPI_Datatype copied, spaced;
  MPI_Type_dup(MPI_SHORT, &copied);
  MPI_Type_create_resized(copied, 0, 4, &spaced);
  MPI_Type_commit(&spaced);
  if (rank == 0) {
    MPI_Send(values, 4, MPI_SHORT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(values, 4, spaced, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Type_free(&copied);
  MPI_Type_free(&spaced);
  MPI_Finalize();
  return 0;
}
