// SPDX-License-Identifier: BSD-3-Clause
// Two ranks hang on to a list by stores and puts, as a lock with a list of the waiting does.
// ranks: 2
// right
#include <mpi.h>
#include <stddef.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int* memory = NULL;
  MPI_Win window;
  MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  for (int i = 0; i < 4; ++i) memory[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, window);
  volatile int* const seen = memory;
  if (rank == 1) {
    const int waits = 1;
    seen[0] = 7;
    MPI_Put(&waits, 1, MPI_INT, 0, 1, 1, MPI_INT, window);
    MPI_Win_flush(0, window);
  } else {
    const int released = 0;
    while (seen[1] == 0) MPI_Iprobe(1, 0, MPI_COMM_WORLD, &(int){0}, MPI_STATUS_IGNORE);
    MPI_Put(&released, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
    MPI_Win_flush(1, window);
  }
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
