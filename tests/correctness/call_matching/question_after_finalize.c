// SPDX-License-Identifier: BSD-3-Clause
// A rank asks after MPI_Finalize what it may ask then.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int is_over = 0, version = 0, subversion = 0;
  MPI_Finalize();
  MPI_Finalized(&is_over);
  MPI_Get_version(&version, &subversion);
  return 0;
}
