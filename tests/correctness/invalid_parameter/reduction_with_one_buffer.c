// SPDX-License-Identifier: BSD-3-Clause
// The buffers of a reduction are the same.
// ranks: 2
// wrong: failed-call
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int value = 1;
  MPI_Allreduce(&value, &value, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);  // here
  MPI_Finalize();
  return 0;
}
