// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/progress_thread.hpp"

#include <pthread.h>
#include <sched.h>

#include <chrono>
#include <cstdint>
#include <optional>

#include "bcs/runtime/futex.hpp"
#include "bcs/runtime/own_thread.hpp"
#include "bcs/runtime/threads.hpp"
#include "bcs/runtime/transition.hpp"

namespace strobe::bcs::runtime {

ProgressThread::ProgressThread(Endpoint& endpoint, ThreadTurns& turns)
    : endpoint_(endpoint), turns_(turns) {
  thread_ = own_thread([this] { run(); });
  pthread_setname_np(thread_.native_handle(), "strobe-progress");
}

ProgressThread::~ProgressThread() {
  is_stopping_.store(true, std::memory_order_relaxed);
  endpoint_.progress_signal().fetch_add(1, std::memory_order_release);
  futex_wake(endpoint_.progress_signal());
  thread_.join();
}

void ProgressThread::run() {
  turns_.exempt(this_thread_id());
  Atomic<std::uint32_t>& signal = endpoint_.progress_signal();
  for (;;) {
    std::optional<std::chrono::nanoseconds> pause;
    std::uint32_t seen = 0;
    {
      const ThreadTurns::ProgressTurn turn(turns_);
      // Read before the flag, since the destructor changes it after the flag.
      seen = signal.load(std::memory_order_acquire);
      STROBE_TRANSITION(seeing_signal);
      if (is_stopping_.load(std::memory_order_relaxed)) return;
      pause = endpoint_.progress_while_computing();
    }
    if (pause && pause->count() == 0) {
      sched_yield();
    } else {
      futex_wait(signal, seen, pause);
    }
  }
}

}  // namespace strobe::bcs::runtime
