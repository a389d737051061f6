// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 puts a column of a matrix, and rank 1 a row that has an element in common with it.
// ranks: 3
// wrong: conflicting-accesses
#include <mpi.h>

int main(int argc, char** argv) {
  int rank;
  static int memory[16];
  const int values[4] = {1, 2, 3, 4};
  MPI_Datatype column;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Type_vector(4, 1, 4, MPI_INT, &column);
  MPI_Type_commit(&column);
  MPI_Win_create(memory, sizeof(memory), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  if (rank == 0) MPI_Put(values, 4, MPI_INT, 2, 1, 1, column, window);   // here
  if (rank == 1) MPI_Put(values, 4, MPI_INT, 2, 8, 4, MPI_INT, window);  // here
  MPI_Win_fence(0, window);
  MPI_Type_free(&column);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
