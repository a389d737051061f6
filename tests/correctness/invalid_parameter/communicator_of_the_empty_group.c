// SPDX-License-Identifier: BSD-3-Clause
// No rank is a member of the new communicator.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm made;
  MPI_Comm_create_group(MPI_COMM_WORLD, MPI_GROUP_EMPTY, 0, &made);
  MPI_Finalize();
  return 0;
}
