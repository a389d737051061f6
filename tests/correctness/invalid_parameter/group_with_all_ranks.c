// SPDX-License-Identifier: BSD-3-Clause
// A group takes both ranks of its parent.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Group all, some;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 2, (int[]){0, 1}, &some);
  MPI_Group_free(&all);
  MPI_Group_free(&some);
  MPI_Finalize();
  return 0;
}
