// SPDX-License-Identifier: BSD-3-Clause
//
// Sleeping on a word of shared memory (futex(2)), and a lock.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

#include "bcs/runtime/atomic.hpp"

namespace strobe::bcs::runtime {

/// Sleeps while the word is `expected`, at most for `timeout`. May return at any time; false if the
/// timeout has expired.
bool futex_wait(Atomic<std::uint32_t>& word, std::uint32_t expected,
                std::optional<std::chrono::nanoseconds> timeout = std::nullopt);
/// Wakes all threads that sleep on the word.
void futex_wake(Atomic<std::uint32_t>& word);

/// A lock in shared memory (Drepper, "Futexes are tricky", 2011, the third mutex). Zeroed memory is
/// an unlocked lock. The word holds the pid of the process that has locked it, so that a waiting
/// process can notice that the holder was killed. The data that the lock guards may be inconsistent
/// then, and no process gets the lock again: the job has to end.
class Mutex {
 public:
  void lock() {
    std::uint32_t free = 0;
    if (!word_.compare_exchange_strong(free, own_word(), std::memory_order_acquire)) lock_slowly();
  }
  void unlock() {
    if ((word_.exchange(0, std::memory_order_release) & has_waiters) != 0) futex_wake(word_);
  }

  /// The process that has ended while it held the lock, or 0.
  [[nodiscard]] pid_t lost_holder() const;

  /// Sets the pid of this process. Call this before locking anything in shared memory.
  static void identify(pid_t pid) {
    own_pid.store(static_cast<std::uint32_t>(pid), std::memory_order_relaxed);
  }
  /// From now on a process that waits for a lock checks periodically whether the holder still runs,
  /// and calls `lost` if it does not. `lost` ends the process, since the lock stays locked.
  using Lost = void (*)(pid_t holder);
  static void watch_holders(Lost lost) { on_lost_holder.store(lost, std::memory_order_relaxed); }
  static constexpr std::chrono::milliseconds poll_interval{100};

 private:
  void lock_slowly();
  static std::uint32_t own_word() { return own_pid.load(std::memory_order_relaxed); }

  /// A bit that no pid has (PID_MAX_LIMIT is 2^22).
  static constexpr std::uint32_t has_waiters = 1U << 31U;
  /// Not 0, which means unlocked, even before `identify`.
  static inline constinit std::atomic<std::uint32_t> own_pid = 1;
  static inline constinit std::atomic<Lost> on_lost_holder = nullptr;

  Atomic<std::uint32_t> word_;
};

}  // namespace strobe::bcs::runtime
