// SPDX-License-Identifier: BSD-3-Clause
// An info object is freed.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Info info;
  MPI_Info_create(&info);
  MPI_Info_set(info, "key", "value");
  MPI_Info_free(&info);
  MPI_Finalize();
  return 0;
}
