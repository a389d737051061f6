// SPDX-License-Identifier: BSD-3-Clause
//
// A thread of this process that makes progress while its rank computes: rendezvous, messages of
// other nodes, and rounds of nonblocking collectives. It takes turns with the threads of the
// application (thread_turns.hpp), and does only what a call of the application would do there, too.
// So it decides nothing that depends on timing. It sleeps until another rank wakes it for something
// that cannot wait; with several nodes it also polls.
#pragma once

#include <sys/types.h>

#include <thread>

#include "bcs/runtime/atomic.hpp"
#include "bcs/runtime/endpoint.hpp"
#include "bcs/runtime/thread_turns.hpp"

namespace strobe::bcs::runtime {

class ProgressThread {
 public:
  ProgressThread(Endpoint& endpoint, ThreadTurns& turns);
  ProgressThread(const ProgressThread&) = delete;
  ProgressThread& operator=(const ProgressThread&) = delete;
  /// Waits for its end. No turn is this thread's.
  ~ProgressThread();

 private:
  void run();

  Endpoint& endpoint_;
  ThreadTurns& turns_;
  Atomic<bool> is_stopping_{false};
  std::thread thread_;
};

}  // namespace strobe::bcs::runtime
