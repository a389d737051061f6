// SPDX-License-Identifier: BSD-3-Clause
// A file that does not exist is created.
// ranks: 1
// right
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_File file;
  const char* const name = "missing_file_is_created.bin";
  const int value = 1;
  if (MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &file) != MPI_SUCCESS) {
    const int mode = MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_SELF, name, mode, MPI_INFO_NULL, &file);
  }
  MPI_File_write(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  MPI_Finalize();
  return 0;
}
