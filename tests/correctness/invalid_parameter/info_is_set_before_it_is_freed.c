// SPDX-License-Identifier: BSD-3-Clause
// A key is set in an info object.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Info info, copy;
  MPI_Info_create(&info);
  copy = info;
  MPI_Info_set(copy, "key", "value");
  MPI_Info_free(&info);
  MPI_Finalize();
  return 0;
}
