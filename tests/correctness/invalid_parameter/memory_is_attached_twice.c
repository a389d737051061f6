// SPDX-License-Identifier: BSD-3-Clause
// Memory is attached to a window that overlaps what is attached already.
// ranks: 1
// wrong: invalid-argument
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int memory[4] = {0};
  MPI_Win window;
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_attach(window, memory, 2 * sizeof(int));
  MPI_Win_attach(window, &memory[1], 2 * sizeof(int));  // here
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
