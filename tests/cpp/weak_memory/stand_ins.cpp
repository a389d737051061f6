// SPDX-License-Identifier: BSD-3-Clause
//
// What the runtime's sources call besides what is explored: the kernel, the clock, and copies.
#include <sys/types.h>

#include <cstring>
#include <ctime>

#include "bcs/runtime/cross_memory.hpp"
#include "bcs/runtime/futex.hpp"
#include "bcs/runtime/liveness.hpp"
#include "bcs/runtime/shared_copy.hpp"
#include "bcs/runtime/wait_policy.hpp"
#include "weak_memory/atomic.hpp"

// Nothing may depend on the time, which stands still.
extern "C" int clock_gettime(clockid_t, timespec* now) {
  *now = {.tv_sec = 1, .tv_nsec = 0};
  return 0;
}

namespace strobe::bcs::runtime {

Liveness::~Liveness() = default;
void Liveness::check() {}
void Liveness::watch(Lost) {}
bool is_running(pid_t) { return true; }

// The mutex is explored by itself (mutex_test.cpp). Here a thread waits until it can have it.
void Mutex::lock_slowly() {
  std::uint32_t free = 0;
  while (!word_.compare_exchange_strong(free, own_word(), std::memory_order_acquire)) {
    free = 0;
    weak_memory::relax();
  }
}

// A thread sleeps at once where it would poll for a while.
bool WaitStages::yield_or_sleep() { return false; }

void SharedCopy::copy_long(std::byte* to, const std::byte* from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
}

bool pull(pid_t, std::uint64_t address, std::byte* to, std::size_t bytes) {
  weak_memory::about_to_read(reinterpret_cast<const void*>(address), bytes);
  weak_memory::about_to_write(to, bytes);
  return true;
}

bool push(pid_t, const std::byte* from, std::uint64_t address, std::size_t bytes) {
  weak_memory::about_to_read(from, bytes);
  weak_memory::about_to_write(reinterpret_cast<const void*>(address), bytes);
  return true;
}

bool futex_wait(Atomic<std::uint32_t>& word, std::uint32_t expected,
                std::optional<std::chrono::nanoseconds>) {
  weak_memory::sleep_on(word, expected);
  return true;
}

void futex_wake(Atomic<std::uint32_t>& word) { weak_memory::wake(word); }

}  // namespace strobe::bcs::runtime
