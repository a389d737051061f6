// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/mpi/machine.hpp"

#include <cstdlib>

#include "blacs/levels.hpp"
#include "blacs/mpi/end.hpp"
#include "blacs/mpi/timing.hpp"
#include "blacs/mpi/wait_monitor.hpp"

namespace strobe::blacs::mpi {

void start() {
  int is_started = 0;
  check(MPI_Initialized(&is_started), "MPI_Initialized");
  if (is_started == 0) check(MPI_Init(nullptr, nullptr), "MPI_Init");
}

bool runs() noexcept {
  int is_started = 0;
  int is_finished = 0;
  MPI_Initialized(&is_started);
  MPI_Finalized(&is_finished);
  return is_started != 0 && is_finished == 0;
}

void end() { check(MPI_Finalize(), "MPI_Finalize"); }

void abort(int code) noexcept {
  MPI_Abort(MPI_COMM_WORLD, code);
  std::_Exit(code);
}

bool threads_may_call() {
  static const bool may = [] {
    int level = MPI_THREAD_SINGLE;
    check(MPI_Query_thread(&level), "MPI_Query_thread");
    return level == MPI_THREAD_MULTIPLE;
  }();
  return may;
}

int highest_id() {
  void* value = nullptr;
  int is_set = 0;
  check(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, static_cast<void*>(&value), &is_set),
        "MPI_Comm_get_attr");
  return is_set != 0 ? *static_cast<const int*>(value) : 32767;  // the standard's minimum
}

void drain(Pool<Communicator>& pool) {
  if (!levels.find_hangs()) {
    pool.drain();
  } else if (pool.active() != 0) {
    WaitMonitor monitor("its messages to be received:" + pool.outstanding());
    for (; pool.active() != 0; pool.poll()) monitor.poll();
  }
}

void report_at_end() {
  call_at_end([] {
    finish_control_messages();
    if (levels.timing != 0) report_timing();
  });
}

}  // namespace strobe::blacs::mpi
