// SPDX-License-Identifier: BSD-3-Clause
#include <cstdlib>

#include "world.hpp"

namespace strobe::blacs_test {

bool has_started() {
  int has = 0;
  MPI_Initialized(&has);
  return has != 0;
}

bool has_ended() {
  int has = 0;
  MPI_Finalized(&has);
  return has != 0;
}

void start(int* argc, char*** argv) { MPI_Init(argc, argv); }

void end_machine() { MPI_Finalize(); }

void abort_machine(int status) {
  MPI_Abort(MPI_COMM_WORLD, status);
  std::_Exit(status);
}

Layer layer_of_all() { return Layer::duplicate_of(MPI_COMM_WORLD); }

}  // namespace strobe::blacs_test
