// SPDX-License-Identifier: BSD-3-Clause
// Values are unpacked after others.
// ranks: 2
// wrong: buffer-too-small
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int values[4] = {1, 2, 3, 4};
  char memory[64] = {0};
  char buffer[16] = {0};
  int position = 0;
  (void)memory;
  MPI_Unpack(buffer, sizeof buffer, &position, values, 2, MPI_INT, MPI_COMM_WORLD);
  MPI_Unpack(buffer, sizeof buffer, &position, values, 3, MPI_INT, MPI_COMM_WORLD);  // here
  if (position == 0) return values[0] + memory[0] + buffer[0];
  MPI_Finalize();
  return 0;
}
