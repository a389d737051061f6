// SPDX-License-Identifier: BSD-3-Clause
// A rank asks for the version of MPI before MPI_Init and after MPI_Finalize.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int version = 0, subversion = 0, is_initialized = 0, is_finalized = 0;
  MPI_Get_version(&version, &subversion);
  MPI_Initialized(&is_initialized);
  if (!is_initialized) MPI_Init(&argc, &argv);
  MPI_Finalize();
  MPI_Finalized(&is_finalized);
  MPI_Get_version(&version, &subversion);
  return 0;
}
