// SPDX-License-Identifier: BSD-3-Clause
//
// What it is worth that a combine receives in the order of arrival (LAPACK Working Note 73, section
// 5.3.2). All processes send to the first one (TOP = 'F'). The one whose message the fixed order
// expects first is late, so that the fixed order waits where the order of arrival combines. The
// grid is set repeatable for the fixed order. Output: one CSV line for each size, with elements,
// and the time in us from the late process's start to the result in the order of arrival and in the
// fixed order, as medians.
//
//     mpiexec -n 4 blacs-order-of-arrival [ROUNDS]
#include <mpi.h>
#include <strobe/blacs.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/format.hpp"
#include "base/statistics.hpp"
#include "layer/mpi/session.hpp"

namespace {

using namespace strobe;

/// Seconds from the start of the last process until the first one has the sum.
double time_s(int context, int rank, int ranks, std::vector<double>& matrix, bool is_repeatable) {
  constexpr unsigned late_us = 20'000;
  const int repeatable = is_repeatable ? 1 : 0;
  Cblacs_set(context, 15, &repeatable);
  Cblacs_barrier(context, "All");
  const auto begin = base::monotonic_now();
  if (rank == ranks - 1) usleep(late_us);
  const auto elements = static_cast<int>(matrix.size());
  Cdgsum2d(context, "All", "F", elements, 1, matrix.data(), elements, 0, 0);
  return base::to_seconds(base::monotonic_now() - begin) - 1e-6 * late_us;
}

int run(int rounds) {
  int rank = 0;
  int ranks = 1;
  int context = -1;
  Cblacs_pinfo(&rank, &ranks);
  Cblacs_get(-1, 0, &context);
  Cblacs_gridinit(&context, "Row", 1, ranks);
  for (const std::size_t elements : {1, 4096, 32768, 262144, 1000000}) {
    std::vector<double> matrix(elements, 1.0);
    std::vector<double> arrival_s;
    std::vector<double> fixed_s;
    for (int round = 0; round < rounds; ++round) {
      arrival_s.push_back(time_s(context, rank, ranks, matrix, false));
      fixed_s.push_back(time_s(context, rank, ranks, matrix, true));
    }
    if (rank == 0) {
      base::print(stdout, "{},{:.1f},{:.1f}\n", elements, 1e6 * base::median(arrival_s),
                  1e6 * base::median(fixed_s));
    }
  }
  Cblacs_gridexit(context);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const layer::mpi::Session session(&argc, &argv);
  try {
    return run(argc > 1 ? std::stoi(argv[1]) : 15);
  } catch (const std::exception& error) {
    base::print(stderr, "blacs-order-of-arrival: {}\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
    return 1;
  }
}
