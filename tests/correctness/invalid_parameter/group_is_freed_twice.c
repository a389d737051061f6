// SPDX-License-Identifier: BSD-3-Clause
// A group is freed by two handles.
// ranks: 2
// wrong: freed-object-used
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Group all, first, alias;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, (int[]){0}, &first);
  alias = first;
  MPI_Group_free(&first);  // here
  MPI_Group_free(&alias);  // here
  MPI_Group_free(&all);
  MPI_Finalize();
  return 0;
}
