// SPDX-License-Identifier: BSD-3-Clause
// A key is set in an info object.
// ranks: 2
// wrong: freed-object-used
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Info info, copy;
  MPI_Info_create(&info);
  copy = info;
  MPI_Info_free(&info);  // here
  MPI_Info_set(copy, "key", "value");  // here
  MPI_Finalize();
  return 0;
}
