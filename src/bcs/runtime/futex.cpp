// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/futex.hpp"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <ctime>

namespace strobe::bcs::runtime {

bool futex_wait(Atomic<std::uint32_t>& word, std::uint32_t expected,
                std::optional<std::chrono::nanoseconds> timeout) {
  timespec until{};
  if (timeout) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(*timeout);
    until = {.tv_sec = seconds.count(), .tv_nsec = (*timeout - seconds).count()};
  }
  return syscall(SYS_futex, &word, FUTEX_WAIT, expected, timeout ? &until : nullptr, nullptr, 0) ==
             0 ||
         errno != ETIMEDOUT;
}

void futex_wake(Atomic<std::uint32_t>& word) {
  syscall(SYS_futex, &word, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

}  // namespace strobe::bcs::runtime
