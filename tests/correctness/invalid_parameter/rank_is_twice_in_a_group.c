// SPDX-License-Identifier: BSD-3-Clause
// A group gets the same rank twice.
// ranks: 2
// wrong: invalid-argument
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Group all, twice;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 2, (int[]){1, 1}, &twice);  // here
  MPI_Group_free(&twice);
  MPI_Group_free(&all);
  MPI_Finalize();
  return 0;
}
