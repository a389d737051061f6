// SPDX-License-Identifier: BSD-3-Clause
// A buffer for MPI_Bsend is detached.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  static char buffer[1024];
  void* detached;
  int bytes;
  MPI_Buffer_attach(buffer, sizeof buffer);
  MPI_Buffer_detach(&detached, &bytes);
  MPI_Finalize();
  return 0;
}
