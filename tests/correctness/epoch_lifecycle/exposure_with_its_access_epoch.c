// SPDX-License-Identifier: BSD-3-Clause
// An origin accesses the memory that a rank exposes.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int memory[4] = {0, 0, 0, 0};
  MPI_Win window;
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  int data = rank;
  MPI_Group all, first, second;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, (int[]){0}, &first);
  MPI_Group_incl(all, 1, (int[]){1}, &second);
  if (rank == 1) {
    MPI_Win_post(first, 0, window);
    MPI_Win_wait(window);
  } else {
    MPI_Win_start(second, 0, window);
    MPI_Put(&data, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
    MPI_Win_complete(window);
  }
  MPI_Group_free(&all);
  MPI_Group_free(&first);
  MPI_Group_free(&second);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
