/* SPDX-License-Identifier: BSD-3-Clause */
/* Every rank of a ring receives before it sends: `strobe run -n 3 ./ring` reports a deadlock. */
#include <mpi.h>

static void exchange(int* value, int next, int previous) {
  MPI_Recv(value, 1, MPI_INT, previous, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send(value, 1, MPI_INT, next, 5, MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int value = rank;
  exchange(&value, (rank + 1) % size, (rank + size - 1) % size);
  MPI_Finalize();
  return 0;
}
