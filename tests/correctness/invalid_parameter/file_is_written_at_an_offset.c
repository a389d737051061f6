// SPDX-License-Identifier: BSD-3-Clause
// A value is written to a file.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_File file;
  const int value = 1;
  const int mode = MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE;
  MPI_File_open(MPI_COMM_WORLD, "written_at_an_offset.bin", mode, MPI_INFO_NULL, &file);
  MPI_File_write_at(file, 4, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  MPI_Finalize();
  return 0;
}
