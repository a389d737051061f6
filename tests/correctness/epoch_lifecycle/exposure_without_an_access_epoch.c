// SPDX-License-Identifier: BSD-3-Clause
// No origin begins the access epoch for which a rank exposes its memory.
// ranks: 2
// wrong: deadlock
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
    MPI_Win_wait(window);  // here
  }
  MPI_Group_free(&all);
  MPI_Group_free(&first);
  MPI_Group_free(&second);
  MPI_Win_free(&window);  // here
  MPI_Finalize();
  return 0;
}
