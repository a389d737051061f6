// SPDX-License-Identifier: BSD-3-Clause
//
// Sleeping on a word of memory that processes share (futex(2)), and a lock made of it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

namespace strobe::bcs::runtime {

/// Sleeps while the word is `expected`, and not after `timeout`. May return at any time.
void futex_wait(std::atomic<std::uint32_t>& word, std::uint32_t expected,
                std::optional<std::chrono::nanoseconds> timeout = std::nullopt);
/// Wakes who sleeps on the word.
void futex_wake(std::atomic<std::uint32_t>& word);

/// A lock in shared memory. All zeros is free. (Drepper, "Futexes are tricky", 2011, the third
/// mutex.)
class Mutex {
 public:
  void lock() {
    std::uint32_t free = 0;
    if (!word_.compare_exchange_strong(free, 1, std::memory_order_acquire)) lock_slowly();
  }
  void unlock() {
    if (word_.exchange(0, std::memory_order_release) == 2) futex_wake(word_);
  }

 private:
  void lock_slowly();

  std::atomic<std::uint32_t> word_;
};

}  // namespace strobe::bcs::runtime
