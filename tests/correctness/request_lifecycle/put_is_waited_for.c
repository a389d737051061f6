// SPDX-License-Identifier: BSD-3-Clause
// The request of a put is completed.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int memory = 0, data = rank;
  MPI_Win window;
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_lock_all(0, window);
  if (rank == 0) {
    MPI_Request request;
    MPI_Rput(&data, 1, MPI_INT, 1, 0, 1, MPI_INT, window, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
