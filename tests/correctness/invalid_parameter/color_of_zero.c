// SPDX-License-Identifier: BSD-3-Clause
// All colors of MPI_Comm_split are zero.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm part;
  MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &part);
  MPI_Comm_free(&part);
  MPI_Finalize();
  return 0;
}
