// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/mpi/timing.hpp"

#include <mpi.h>

#include <chrono>
#include <cstddef>
#include <string>
#include <thread>
#include <vector>

#include "base/format.hpp"
#include "blacs/call_statistics.hpp"
#include "blacs/levels.hpp"
#include "blacs/timing_report.hpp"
#include "blacs/warning.hpp"
#include "layer/mpi/calls.hpp"

namespace strobe::blacs::mpi {
namespace {

using layer::mpi::check;

/// Waits for all processes, for at most STROBE_BLACS_HANG_S seconds. Returns whether all take part.
bool all_take_part() {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(levels.hang_s);
  MPI_Request request = MPI_REQUEST_NULL;
  check(MPI_Ibarrier(MPI_COMM_WORLD, &request), "MPI_Ibarrier");
  int have_arrived = 0;
  while (have_arrived == 0 && Clock::now() < end) {
    check(MPI_Test(&request, &have_arrived, MPI_STATUS_IGNORE), "MPI_Test");
    std::this_thread::yield();
  }
  return have_arrived != 0;
}

/// The statistics of all, on rank 0.
std::vector<CallStatistics::Map> gathered(int rank) {
  int size = 0;
  check(MPI_Comm_size(MPI_COMM_WORLD, &size), "MPI_Comm_size");
  const std::string own = packed(call_statistics().all());
  const int length = static_cast<int>(own.size());
  const auto processes = static_cast<std::size_t>(rank == 0 ? size : 0);
  std::vector<int> lengths(processes);
  check(MPI_Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, MPI_COMM_WORLD),
        "MPI_Gather");
  std::vector<int> starts(processes);
  int total = 0;
  for (std::size_t i = 0; i < processes; ++i) {
    starts[i] = total;
    total += lengths[i];
  }
  std::string all(static_cast<std::size_t>(total), ' ');
  check(MPI_Gatherv(own.data(), length, MPI_CHAR, all.data(), lengths.data(), starts.data(),
                    MPI_CHAR, 0, MPI_COMM_WORLD),
        "MPI_Gatherv");
  std::vector<CallStatistics::Map> found;
  for (std::size_t i = 0; i < processes; ++i) {
    found.push_back(unpacked(
        all.substr(static_cast<std::size_t>(starts[i]), static_cast<std::size_t>(lengths[i]))));
  }
  return found;
}

}  // namespace

void report_timing() {
  int rank = 0;
  check(MPI_Comm_rank(MPI_COMM_WORLD, &rank), "MPI_Comm_rank");
  std::vector<CallStatistics::Map> processes;
  int first = 0;
  if (all_take_part()) {
    processes = gathered(rank);
    if (rank != 0) return;
  } else {
    print_warning("not all processes called the BLACS; each process reports its own times");
    processes.push_back(call_statistics().all());
    first = rank;
  }
  write_timing(processes, first);
}

}  // namespace strobe::blacs::mpi
