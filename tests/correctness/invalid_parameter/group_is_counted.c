// SPDX-License-Identifier: BSD-3-Clause
// A group is got twice, by handles that may be the same, and freed twice.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Group one, other, both;
  MPI_Comm_group(MPI_COMM_WORLD, &one);
  MPI_Comm_group(MPI_COMM_WORLD, &other);
  MPI_Group_free(&one);
  MPI_Group_union(other, other, &both);
  MPI_Group_free(&both);
  MPI_Group_free(&other);
  MPI_Finalize();
  return 0;
}
