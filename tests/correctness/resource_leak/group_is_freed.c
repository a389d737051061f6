// SPDX-License-Identifier: BSD-3-Clause
// The group of a communicator is freed.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Group group;
  int members = 0;
  MPI_Comm_group(MPI_COMM_WORLD, &group);
  MPI_Group_size(group, &members);
  MPI_Group_free(&group);
  MPI_Finalize();
  return 0;
}
