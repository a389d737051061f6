// SPDX-License-Identifier: BSD-3-Clause
//
// A program that is wrong: of two persistent barriers each rank waits for another one.
#include <mpi.h>

#include "bcs/run/world.hpp"

using strobe::bcs::run::world_rank;

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Request barriers[2];
  for (MPI_Request& barrier : barriers) {
    MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &barrier);
    MPI_Start(&barrier);
    MPI_Wait(&barrier, MPI_STATUS_IGNORE);
  }
  MPI_Request& own = barriers[world_rank() % 2];
  MPI_Start(&own);
  MPI_Wait(&own, MPI_STATUS_IGNORE);
  for (MPI_Request& barrier : barriers) MPI_Request_free(&barrier);
  MPI_Finalize();
}
