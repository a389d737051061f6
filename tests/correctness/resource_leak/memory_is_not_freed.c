// SPDX-License-Identifier: BSD-3-Clause
// Memory of MPI_Alloc_mem is never freed.
// ranks: 2
// wrong: object-not-freed
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  void* memory;
  MPI_Alloc_mem(64, MPI_INFO_NULL, &memory);  // here
  MPI_Finalize();
  return 0;
}
