// SPDX-License-Identifier: BSD-3-Clause
//
// Stops this process in time slots of other jobs, and continues it in its own. The process
// does so itself, by timers that send it SIGSTOP and SIGCONT: no daemon has to live, no permission
// is needed, and all threads stop. A thread sets the timers anew in each slot, so that a job which
// is alone again is not stopped. A process that stopped for good would be worse than one that runs
// in a slot of others: more timers continue it one second after the first should have, and later.
#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <ctime>
#include <functional>
#include <mutex>
#include <thread>

#include "bcs/runtime/atomic.hpp"
#include "bcs/runtime/core_use.hpp"
#include "bcs/runtime/slot_rows.hpp"
#include "bcs/runtime/time_slots.hpp"

namespace strobe::bcs::runtime {

/// A timer that sends a signal to this process once.
class SignalTimer {
 public:
  /// Throws strobe::Error if the system refuses it.
  explicit SignalTimer(int signal);
  ~SignalTimer();
  SignalTimer(const SignalTimer&) = delete;
  SignalTimer& operator=(const SignalTimer&) = delete;

  /// At once, if `delay` is not above 0.
  void set(std::chrono::nanoseconds delay);
  void unset();

 private:
  timer_t timer_{};
};

class GangScheduler {
 public:
  /// From now on this process runs in the slots of its job, and in those of open rows. If no other
  /// job has a row it runs in all slots. `rows` outlives the scheduler. A process that has
  /// claimed the row opens its slots if the job leaves cores idle: `idle_part()` is the part of the
  /// job's cores on this host that is idle now; it is null for others. Throws strobe::Error if the
  /// system has no timers.
  GangScheduler(SlotRows& rows, int row, std::function<double()> idle_part = nullptr);
  /// The process runs on in all slots.
  ~GangScheduler();
  GangScheduler(const GangScheduler&) = delete;
  GangScheduler& operator=(const GangScheduler&) = delete;

  /// How long the process was stopped so far. Async-signal-safe.
  [[nodiscard]] std::chrono::nanoseconds stopped() const {
    return std::chrono::nanoseconds(stopped_ns_.load(std::memory_order_relaxed));
  }

 private:
  /// How long after the end of a pause the process is continued again, in case it has stopped only
  /// then: on busy cores a stop may come late.
  static constexpr std::array lateness{std::chrono::seconds(1), std::chrono::seconds(4),
                                       std::chrono::seconds(16), std::chrono::seconds(64)};

  void schedule();
  void stop_for(const Pause& pause, std::chrono::nanoseconds now);
  void look_at_idle_cores(std::unique_lock<std::mutex>& lock, std::chrono::nanoseconds slot_end);
  /// Returns early if the scheduler ends.
  void wait_until(std::unique_lock<std::mutex>& lock, std::chrono::nanoseconds time);

  SlotRows& rows_;
  int row_;
  std::function<double()> idle_part_;
  CoreUse use_;
  SignalTimer stop_;
  SignalTimer continue_;
  /// Each fires once: Linux 6.18 suspends one that repeats a signal that a running process ignores.
  std::array<SignalTimer, lateness.size()> continue_late_;
  Atomic<std::int64_t> stopped_ns_{0};
  std::mutex mutex_;
  std::condition_variable ended_;
  bool has_ended_ = false;
  std::thread thread_;
};

}  // namespace strobe::bcs::runtime
