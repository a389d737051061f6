// SPDX-License-Identifier: BSD-3-Clause
//
// A program that is wrong: everybody receives before anybody sends.
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  int size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int value = rank;
  MPI_Recv(&value, 1, MPI_INT, (rank + size - 1) % size, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send(&value, 1, MPI_INT, (rank + 1) % size, 3, MPI_COMM_WORLD);
  MPI_Finalize();
}
