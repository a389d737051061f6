// SPDX-License-Identifier: BSD-3-Clause
// The group of a communicator is never freed.
// ranks: 2
// wrong: object-not-freed
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Group group;
  int members = 0;
  MPI_Comm_group(MPI_COMM_WORLD, &group);  // here
  MPI_Group_size(group, &members);
  MPI_Finalize();
  return 0;
}
