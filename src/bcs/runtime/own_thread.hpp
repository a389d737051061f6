// SPDX-License-Identifier: BSD-3-Clause
//
// Threads of the runtime in a process of the application.
#pragma once

#include <pthread.h>
#include <signal.h>

#include <thread>
#include <utility>

namespace strobe::bcs::runtime {

/// Whether this thread is one of the runtime.
inline thread_local constinit bool is_own_thread = false;

/// A thread that gets no signals but those of its own errors: the others are for threads of the
/// application, whose handlers may do anything.
template <class Run>
[[nodiscard]] std::thread own_thread(Run&& run) {
  /// The signals that are blocked here; a new thread inherits them.
  class Blocked {
   public:
    Blocked() {
      sigset_t signals;
      sigfillset(&signals);
      for (const int error : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) {
        sigdelset(&signals, error);
      }
      pthread_sigmask(SIG_SETMASK, &signals, &before_);
    }
    Blocked(const Blocked&) = delete;
    Blocked& operator=(const Blocked&) = delete;
    ~Blocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

   private:
    sigset_t before_{};
  };
  const Blocked blocked;
  return std::thread([run = std::forward<Run>(run)]() mutable {
    is_own_thread = true;
    run();
  });
}

}  // namespace strobe::bcs::runtime
