// SPDX-License-Identifier: BSD-3-Clause
//
// Waiting for what only the MPI can tell, such as a message on an intercommunicator. A rank that
// waited inside the MPI would keep the ranks of its node from their slices, and between nodes all
// ranks: some of them may have to decide something before they come to what it waits for. So the
// rank asks the MPI again and again, and takes part in the runtime in between.
#pragma once

#include <sched.h>

#include <algorithm>
#include <chrono>

#include "base/clock.hpp"
#include "bcs/mpi/process.hpp"

namespace strobe::bcs::mpi {

/// When a rank that waits asks the MPI again: after ever longer pauses. It is not blocked during
/// the call, and several nodes agree on a slice only while no rank is active.
class NativePollTimer {
 public:
  [[nodiscard]] bool is_due() const { return base::monotonic_now() >= next_; }
  void restart() {
    next_ = base::monotonic_now() + pause_;
    pause_ = std::min(2 * pause_, process().link == nullptr ? longest : longest_between_nodes);
  }

 private:
  static constexpr std::chrono::nanoseconds longest = std::chrono::milliseconds(1);
  static constexpr std::chrono::nanoseconds longest_between_nodes = std::chrono::milliseconds(50);
  std::chrono::nanoseconds pause_ = std::chrono::microseconds(10);
  std::chrono::nanoseconds next_{0};
};

/// Slices that begin as long as this lives are not proven: what the rank waits for may already be
/// on its way in the MPI.
class NativeWaitScope {
 public:
  NativeWaitScope() { process().endpoint.native(true); }
  NativeWaitScope(const NativeWaitScope&) = delete;
  NativeWaitScope& operator=(const NativeWaitScope&) = delete;
  ~NativeWaitScope() { process().endpoint.native(false); }
};

/// Asks the MPI for some time without being blocked, so that a slice does not overtake what the
/// rank waits for. True once `ask()` is.
template <class Ask>
bool ask_mpi_while_awake(std::chrono::nanoseconds time, Ask&& ask) {
  enable_mpi_progress();
  // Another thread may need the turn.
  if (interposer.turns != nullptr && interposer.turns->threads() > 1) return ask();
  const std::chrono::nanoseconds end = base::monotonic_now() + time;
  do {
    if (ask()) return true;
    process().endpoint.progress();
    sched_yield();
  } while (base::monotonic_now() < end);
  return false;
}

/// How long a rank that waits for the MPI delays the first slice and each further one.
inline constexpr std::chrono::nanoseconds first_native_wait = std::chrono::milliseconds(20);
inline constexpr std::chrono::nanoseconds next_native_wait = std::chrono::milliseconds(1);

/// Waits until `ask()`, a call of the MPI in which it does not call the application back.
template <class Ask>
void wait_for_mpi(Ask&& ask) {
  if (ask_mpi_while_awake(first_native_wait, ask)) return;
  const NativeWaitScope waiting;
  bool is_over = false;
  const auto ask_once = [&] { return is_over = is_over || ask(); };
  while (process().endpoint.wait(ask_once, [] { return true; }) != WaitOutcome::complete &&
         !ask_mpi_while_awake(next_native_wait, ask_once)) {
  }
}

/// The same if the MPI may call the application back, which is not possible within the endpoint's
/// wait: generalized requests have callbacks.
template <class Ask>
void wait_for_requests_of_mpi(Ask&& ask) {
  if (ask_mpi_while_awake(first_native_wait, ask)) return;
  const NativeWaitScope waiting;
  NativePollTimer timer;
  while (!ask_mpi_while_awake({}, ask)) {
    timer.restart();
    process().endpoint.wait([&] { return timer.is_due(); }, [] { return true; });
  }
}

}  // namespace strobe::bcs::mpi
