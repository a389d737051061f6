// SPDX-License-Identifier: BSD-3-Clause
// An info object is never freed.
// ranks: 2
// wrong: object-not-freed
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Info info;
  MPI_Info_create(&info);  // here
  MPI_Info_set(info, "key", "value");
  MPI_Finalize();
  return 0;
}
