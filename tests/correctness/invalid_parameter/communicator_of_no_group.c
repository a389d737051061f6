// SPDX-License-Identifier: BSD-3-Clause
// No rank is a member of the new communicator.
// ranks: 2
// wrong: failed-call
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm made;
  MPI_Comm_create_group(MPI_COMM_WORLD, MPI_GROUP_NULL, 0, &made);  // here
  MPI_Finalize();
  return 0;
}
