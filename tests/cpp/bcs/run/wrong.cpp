// SPDX-License-Identifier: BSD-3-Clause
//
// Programs that are wrong between the first rank and the last, one for each word.
#include <mpi.h>

#include <cstring>

#include "bcs/run/world.hpp"

using strobe::bcs::run::world_rank;
using strobe::bcs::run::world_size;

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  const int size = world_size();
  const int last = size - 1;
  int values[2] = {rank, rank};
  const auto is = [&](const char* word) { return argc > 1 && std::strcmp(argv[1], word) == 0; };
  if (is("truncated")) {
    if (rank == 0) MPI_Send(values, 2, MPI_INT, last, 5, MPI_COMM_WORLD);
    if (rank == last) MPI_Recv(values, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (is("unreceived")) {
    if (rank == 0) MPI_Send(values, 2, MPI_INT, last, 5, MPI_COMM_WORLD);
  } else if (is("mismatched")) {
    if (rank == last) {
      MPI_Barrier(MPI_COMM_WORLD);
    } else {
      MPI_Bcast(values, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
  } else if (is("mismatched-roots")) {
    MPI_Bcast(values, 1, MPI_INT, rank == last ? last : 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
