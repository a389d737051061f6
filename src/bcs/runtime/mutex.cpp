// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/futex.hpp"
#include "bcs/runtime/liveness.hpp"

namespace strobe::bcs::runtime {

void Mutex::lock_slowly() {
  // A holder keeps the lock for less than a microsecond, unless it has lost its core.
  for (int attempts = 0; attempts < usually(100, 1); ++attempts) {
    std::uint32_t free = 0;
    if (word_.load(std::memory_order_relaxed) == 0 &&
        word_.compare_exchange_strong(free, own_word(), std::memory_order_acquire)) {
      return;
    }
  }
  std::uint32_t seen = word_.load(std::memory_order_relaxed);
  for (;;) {
    if (seen == 0) {
      // There may be other waiters, which the unlock has to wake.
      if (word_.compare_exchange_weak(seen, own_word() | has_waiters, std::memory_order_acquire)) {
        return;
      }
      continue;
    }
    const std::uint32_t waited_for = seen | has_waiters;
    if (seen != waited_for &&
        !word_.compare_exchange_weak(seen, waited_for, std::memory_order_relaxed)) {
      continue;
    }
    if (!futex_wait(word_, waited_for, poll_interval)) {
      const Lost report = on_lost_holder.load(std::memory_order_relaxed);
      if (const pid_t lost = report != nullptr ? lost_holder() : 0; lost != 0) report(lost);
    }
    seen = word_.load(std::memory_order_relaxed);
  }
}

pid_t Mutex::lost_holder() const {
  const auto holder = [this] {
    return static_cast<pid_t>(word_.load(std::memory_order_relaxed) & ~has_waiters);
  };
  const pid_t seen = holder();
  if (seen == 0 || is_running(seen)) return 0;
  // The holder may have unlocked before it ended.
  return holder() == seen ? seen : 0;
}

}  // namespace strobe::bcs::runtime
