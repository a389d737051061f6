// SPDX-License-Identifier: BSD-3-Clause
// A group gets each rank once, in reverse order.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Group all, reversed;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 2, (int[]){1, 0}, &reversed);
  MPI_Group_free(&reversed);
  MPI_Group_free(&all);
  MPI_Finalize();
  return 0;
}
