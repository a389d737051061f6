// SPDX-License-Identifier: BSD-3-Clause
// A rank puts into a dynamic window after the memory there was detached, which a barrier tells it.
// ranks: 2
// wrong: window-overrun
#include <mpi.h>

int main(int argc, char** argv) {
  int rank;
  static int memory[16];
  int value = 5;
  MPI_Aint place;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_attach(window, memory, sizeof(memory));
  MPI_Get_address(memory, &place);
  MPI_Bcast(&place, 1, MPI_AINT, 1, MPI_COMM_WORLD);
  MPI_Win_detach(window, memory);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
    MPI_Put(&value, 1, MPI_INT, 1, place, 1, MPI_INT, window);  // here
    MPI_Win_unlock(1, window);
  }
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
