// SPDX-License-Identifier: BSD-3-Clause
// The main of every MPI test.
#include <mpi.h>

#include "ranked_main.hpp"

// MPICH keeps what it makes of large messages that are under way for the next ones, past its end.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libmpi.so"; }

namespace {

std::int32_t largest(std::int32_t own) {
  std::int32_t all = own;
  MPI_Allreduce(&own, &all, 1, MPI_INT32_T, MPI_MAX, MPI_COMM_WORLD);
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int status = strobe::testing::run_ranked_tests(&argc, argv, rank, largest);
  MPI_Finalize();
  return status;
}
