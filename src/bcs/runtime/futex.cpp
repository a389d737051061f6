// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/futex.hpp"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>
#include <ctime>

namespace strobe::bcs::runtime {

void futex_wait(std::atomic<std::uint32_t>& word, std::uint32_t expected,
                std::optional<std::chrono::nanoseconds> timeout) {
  timespec until{};
  if (timeout) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(*timeout);
    until = {.tv_sec = seconds.count(), .tv_nsec = (*timeout - seconds).count()};
  }
  syscall(SYS_futex, &word, FUTEX_WAIT, expected, timeout ? &until : nullptr, nullptr, 0);
}

void futex_wake(std::atomic<std::uint32_t>& word) {
  syscall(SYS_futex, &word, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

void Mutex::lock_slowly() {
  // Whoever holds it does so for less than a microsecond, unless it has lost its core.
  for (int looks = 0; looks < 100; ++looks) {
    std::uint32_t free = 0;
    if (word_.load(std::memory_order_relaxed) == 0 &&
        word_.compare_exchange_strong(free, 1, std::memory_order_acquire)) {
      return;
    }
  }
  while (word_.exchange(2, std::memory_order_acquire) != 0) futex_wait(word_, 2);
}

}  // namespace strobe::bcs::runtime
