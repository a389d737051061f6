// SPDX-License-Identifier: BSD-3-Clause
// The members of a new communicator give its group.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Group all, ordered;
  MPI_Comm made;
  int ranks[2] = {1, 0};
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 2, ranks, &ordered);
  MPI_Comm_create(MPI_COMM_WORLD, ordered, &made);
  MPI_Comm_free(&made);
  MPI_Group_free(&ordered);
  MPI_Group_free(&all);
  MPI_Finalize();
  return 0;
}
