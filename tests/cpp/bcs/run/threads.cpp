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

/// One thread of rank 0 decides a receive from any source while its other one and rank 2 are in
/// calls on an intercommunicator.
int exchange_beside_the_mpi() {
  int rank = 0;
  int size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size < 3) return 0;
  MPI_Comm side = MPI_COMM_NULL;
  MPI_Comm across = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? 0 : 1, rank, &side);
  MPI_Intercomm_create(side, 0, MPI_COMM_WORLD, rank == 0 ? 1 : 0, 3, &across);
  constexpr int turns = 20;
  int wrong = 0;
  const auto take = [&](int from) {
    for (int turn = 0; turn < turns; ++turn) {
      int got = -1;
      MPI_Recv(&got, 1, MPI_INT, from, 4, across, MPI_STATUS_IGNORE);
      wrong += got == turn ? 0 : 1;
    }
  };
  if (rank == 0) {
    std::thread second(take, 0);
    for (int turn = 0; turn < turns; ++turn) {
      int got = -1;
      MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(&got, 1, MPI_INT, 1, 6, MPI_COMM_WORLD);
      MPI_Send(&got, 1, MPI_INT, 1, 4, across);
    }
    second.join();
  } else if (rank == 1) {
    for (int turn = 0; turn < turns; ++turn) {
      int got = -1;
      MPI_Send(&turn, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
      MPI_Recv(&got, 1, MPI_INT, 0, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      wrong += got == turn ? 0 : 1;
      MPI_Send(&turn, 1, MPI_INT, 0, 4, across);
    }
  } else if (rank == 2) {
    take(0);
  }
  MPI_Comm_free(&across);
  MPI_Comm_free(&side);
  return wrong;
}

/// As mpi4py receives objects. Returns how many messages were wrong.
int exchange_by_matched_probes(int tag) {
  int wrong = 0;
  for (int turn = 0; turn < 20; ++turn) {
    const std::vector<int> sent(static_cast<std::size_t>(turn), tag + turn);
    MPI_Request request;
    MPI_Isend(sent.data(), turn, MPI_INT, next_rank(), tag, MPI_COMM_WORLD, &request);
    MPI_Message message;
    MPI_Status status;
    int count = 0;
    MPI_Mprobe(previous_rank(), tag, MPI_COMM_WORLD, &message, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    std::vector<int> got(static_cast<std::size_t>(count));
    MPI_Mrecv(got.data(), count, MPI_INT, &message, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    wrong += got == sent ? 0 : 1;
  }
  return wrong;
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
    wrong += exchange_beside_the_mpi();
    const auto run = [](auto&& each_does) {
      std::vector<std::thread> all;
      for (int thread = 0; thread < threads; ++thread) all.emplace_back(each_does, thread);
      for (std::thread& each : all) each.join();
    };
    run(exchange);
    wrong += exchange_by_matched_probes(threads);
    run([&](int thread) { wrong += exchange_by_matched_probes(threads + 1 + thread); });
  }
  MPI_Finalize();
  if (wrong != 0) std::printf("%d messages were wrong\n", wrong.load());
  return wrong == 0 ? 0 : 1;
}
