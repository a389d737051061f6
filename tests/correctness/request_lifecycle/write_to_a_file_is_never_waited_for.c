// SPDX-License-Identifier: BSD-3-Clause
// The request of a write to a file is never completed.
// ranks: 2
// wrong: request-not-completed
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_File file;
  MPI_File_open(MPI_COMM_WORLD, "never_waited_for.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                MPI_INFO_NULL, &file);
  MPI_Request request;
  MPI_File_iwrite_at(file, rank * sizeof rank, &rank, 1, MPI_INT, &request);  // here
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_close(&file);
  MPI_Finalize();
  return 0;
}
