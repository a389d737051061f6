// SPDX-License-Identifier: BSD-3-Clause
//
// The place of this process in MPI_COMM_WORLD.
#pragma once

#include <mpi.h>

namespace strobe::testing {

inline int world_rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

inline int world_size() {
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

}  // namespace strobe::testing
