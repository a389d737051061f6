// SPDX-License-Identifier: BSD-3-Clause
//
// Several threads of each process send and receive at once, and each gets what is its own.
#include <mpi.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>
#include <vector>

#include "bcs/run/world.hpp"

using strobe::bcs::run::next_rank;
using strobe::bcs::run::previous_rank;

namespace {

/// All wait for long for what a thread will send that has called nothing yet.
void wait_for_one_that_comes_late() {
  std::thread early([] {
    int nothing = 0;
    MPI_Recv(&nothing, 1, MPI_INT, previous_rank(), 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(700));
  const int nothing = 0;
  MPI_Send(&nothing, 1, MPI_INT, next_rank(), 9, MPI_COMM_WORLD);
  early.join();
}

}  // namespace

int main(int argc, char** argv) {
  int level = MPI_THREAD_SINGLE;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  std::atomic<int> wrong{0};
  constexpr int threads = 3;
  constexpr int turns = 200;
  // One process waits with all its threads for what a thread of the other does.
  const auto exchange = [&](int thread) {
    for (int turn = 0; turn < turns; ++turn) {
      int value = 1000 * thread + turn;
      int got = -1;
      MPI_Request request;
      MPI_Irecv(&got, 1, MPI_INT, thread == 0 ? MPI_ANY_SOURCE : previous_rank(), thread,
                MPI_COMM_WORLD, &request);
      MPI_Send(&value, 1, MPI_INT, next_rank(), thread, MPI_COMM_WORLD);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      if (got != value) ++wrong;
    }
  };
  if (level == MPI_THREAD_MULTIPLE) {
    wait_for_one_that_comes_late();
    std::vector<std::thread> all;
    for (int thread = 0; thread < threads; ++thread) all.emplace_back(exchange, thread);
    for (std::thread& each : all) each.join();
  }
  MPI_Finalize();
  if (wrong != 0) std::printf("%d messages were wrong\n", wrong.load());
  return wrong == 0 ? 0 : 1;
}
