// SPDX-License-Identifier: BSD-3-Clause
// One of two groups of a file is not freed; their handle is the same under MPICH.
// ranks: 2
// wrong: object-not-freed
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_File file;
  MPI_File_open(MPI_COMM_WORLD, "strobe-groups-of-a-file",
                MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  MPI_Group first, second;
  MPI_File_get_group(file, &first);  // here
  MPI_File_get_group(file, &second);
  MPI_Group_free(&second);
  MPI_File_close(&file);
  MPI_Finalize();
  return 0;
}
