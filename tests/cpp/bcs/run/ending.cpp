// SPDX-License-Identifier: BSD-3-Clause
//
// A program whose last rank ends as its argument says, while the others wait for it.
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <thread>
#include <vector>

#include "bcs/run/world.hpp"

namespace {

/// Until a limit ends it: the kernel at that of a control group, std::bad_alloc at that of
/// setrlimit.
void starve() {
  constexpr std::size_t bytes = 1U << 24U;
  std::vector<std::unique_ptr<char[]>> taken;
  for (;;) {
    taken.emplace_back(new char[bytes]);
    std::fill_n(taken.back().get(), bytes, 1);
  }
}

void end(std::string_view how) {
  // Until all others wait, and no launcher takes this for a failure to begin.
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  if (how == "abort") MPI_Abort(MPI_COMM_WORLD, 7);
  if (how == "exit") std::exit(5);
  if (how == "leave") _exit(6);
  if (how == "kill") std::raise(SIGKILL);
  if (how == "starve") starve();
}

/// Another process kills this one while it waits for a message that no rank sends.
void be_killed_in_receive() {
  const pid_t waiting = getpid();
  if (fork() == 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    kill(waiting, SIGKILL);
    _exit(0);
  }
  int nothing = 0;
  MPI_Recv(&nothing, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

}  // namespace

using strobe::bcs::run::world_rank;
using strobe::bcs::run::world_size;

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  const int size = world_size();
  int value = rank;
  if (rank == size - 1) {
    const std::string_view how = argc > 1 ? argv[1] : "";
    if (how == "killed-in-receive") be_killed_in_receive();
    end(how);
    if (how == "return") return 4;
    for (int to = 0; to < rank; ++to) MPI_Send(&value, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
  } else {
    // A deadlock would end the job before.
    if (argc > 2) std::this_thread::sleep_for(std::chrono::seconds(60));
    MPI_Recv(&value, 1, MPI_INT, size - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
