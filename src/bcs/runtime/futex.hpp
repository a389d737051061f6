// SPDX-License-Identifier: BSD-3-Clause
//
// Sleeping on a word of memory that processes share (futex(2)), and a lock made of it.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

namespace strobe::bcs::runtime {

/// Sleeps while the word is `expected`, and not after `timeout`. May return at any time; false
/// where the timeout is over.
bool futex_wait(std::atomic<std::uint32_t>& word, std::uint32_t expected,
                std::optional<std::chrono::nanoseconds> timeout = std::nullopt);
/// Wakes who sleeps on the word.
void futex_wake(std::atomic<std::uint32_t>& word);

/// A lock in shared memory. All zeros is free. (Drepper, "Futexes are tricky", 2011, the third
/// mutex.) The word holds the pid of the process that has the lock, so that a process that waits
/// for it can notice that its holder was killed. What the lock guards may be half changed then, and
/// nobody ever gets the lock again: the job has to end.
class Mutex {
 public:
  void lock() {
    std::uint32_t free = 0;
    if (!word_.compare_exchange_strong(free, own_word(), std::memory_order_acquire)) lock_slowly();
  }
  void unlock() {
    if ((word_.exchange(0, std::memory_order_release) & has_waiters) != 0) futex_wake(word_);
  }

  /// The process that has ended with the lock in its hands, or 0.
  [[nodiscard]] pid_t lost_holder() const;

  /// This process says who it is, before it locks anything in memory that others share.
  static void identify(pid_t pid) {
    own_pid.store(static_cast<std::uint32_t>(pid), std::memory_order_relaxed);
  }
  /// From now on a process that waits for a lock checks now and then whether the holder still runs,
  /// and calls `lost` if it does not. That ends the process: nobody will get the lock.
  using Lost = void (*)(pid_t holder);
  static void watch_holders(Lost lost) { tell_of_lost.store(lost, std::memory_order_relaxed); }
  static constexpr std::chrono::milliseconds poll_interval{100};

 private:
  void lock_slowly();
  static std::uint32_t own_word() { return own_pid.load(std::memory_order_relaxed); }

  /// Above all pids (PID_MAX_LIMIT is 2^22).
  static constexpr std::uint32_t has_waiters = 1U << 31U;
  /// A process that has not said who it is must not leave the word at 0, which is free.
  static inline constinit std::atomic<std::uint32_t> own_pid = 1;
  static inline constinit std::atomic<Lost> tell_of_lost = nullptr;

  std::atomic<std::uint32_t> word_;
};

}  // namespace strobe::bcs::runtime
