// SPDX-License-Identifier: BSD-3-Clause
// A file is opened neither for reading nor for writing.
// ranks: 2
// wrong: failed-call
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_File file;
  MPI_File_open(MPI_COMM_WORLD, "modes.bin", MPI_MODE_CREATE, MPI_INFO_NULL, &file);  // here
  MPI_Finalize();
  return 0;
}
