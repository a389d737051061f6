// SPDX-License-Identifier: BSD-3-Clause
//
// A program that is wrong: everybody receives before anybody sends.
#include <mpi.h>

#include "bcs/run/world.hpp"

using strobe::bcs::run::world_rank;
using strobe::bcs::run::world_size;

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  const int size = world_size();
  int value = rank;
  MPI_Recv(&value, 1, MPI_INT, (rank + size - 1) % size, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send(&value, 1, MPI_INT, (rank + 1) % size, 3, MPI_COMM_WORLD);
  MPI_Finalize();
}
