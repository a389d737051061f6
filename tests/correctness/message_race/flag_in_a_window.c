// SPDX-License-Identifier: BSD-3-Clause
// Rank 2 sends when the flag is set that the root puts after its receive from any rank.
// ranks: 3
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int value = rank;
  int flag = 0, set = 1, seen = 0;
  MPI_Win window;
  MPI_Win_create(&flag, sizeof flag, sizeof flag, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_lock_all(0, window);
  if (rank == 0) {
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Accumulate(&set, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, window);
    MPI_Win_flush(1, window);
    MPI_Recv(&value, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (rank == 1) {
    MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  } else {
    while (!seen) {
      MPI_Fetch_and_op(&set, &seen, MPI_INT, 1, 0, MPI_NO_OP, window);
      MPI_Win_flush(1, window);
    }
    MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
