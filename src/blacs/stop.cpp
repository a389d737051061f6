// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/stop.hpp"

#include <mpi.h>

#include <cstdio>
#include <cstdlib>

#include "blacs/process.hpp"

namespace strobe::blacs {

void stop(const Call& call, const char* why) noexcept {
  const auto context = static_cast<long long>(call.context);
  int is_started = 0;
  MPI_Initialized(&is_started);
  int is_finished = 0;
  MPI_Finalized(&is_finished);
  const bool has_mpi = is_started != 0 && is_finished == 0;
  if (const MpiGrid* const grid = process().find_grid(call.context)) {
    std::fprintf(stderr, "strobe blacs: %s on process {%d,%d} of context %lld: %s\n", call.routine,
                 grid->row(), grid->column(), context, why);
  } else {
    int rank = -1;
    if (has_mpi) MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::fprintf(stderr, "strobe blacs: %s on process %d, context %lld: %s\n", call.routine, rank,
                 context, why);
  }
  std::fflush(stderr);
  if (has_mpi) MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
  std::abort();
}

}  // namespace strobe::blacs
