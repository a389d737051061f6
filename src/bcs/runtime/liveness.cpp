// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/liveness.hpp"

#include <signal.h>

#include <cerrno>

#include "base/clock.hpp"
#include "bcs/runtime/process_stat.hpp"

namespace strobe::bcs::runtime {

namespace {

/// Finds the rank that held a lock: locks are in shared memory and refer to no object.
constinit Liveness* for_locks = nullptr;

}  // namespace

bool is_running(pid_t pid) {
  if (kill(pid, 0) != 0 && errno == ESRCH) return false;
  const std::optional<ProcessStat> stat = process_stat(pid);
  return !stat || (stat->state != 'Z' && stat->state != 'X');
}

Liveness::~Liveness() {
  if (for_locks != this) return;
  Mutex::watch_holders(nullptr);
  for_locks = nullptr;
}

void Liveness::watch(Lost lost) {
  lost_ = lost;
  checked_ = base::monotonic_now();
  for (int member = 0; member < segment_.ranks(); ++member) {
    const pid_t pid = segment_.status(member).pid.load(std::memory_order_relaxed);
    if (member != own_ && pid != 0 && is_running(pid)) visible_.push_back(member);
  }
  for_locks = this;
  Mutex::watch_holders([](pid_t holder) { for_locks->lose_process(holder); });
}

void Liveness::check() {
  const std::chrono::nanoseconds now = base::monotonic_now();
  Atomic<std::uint32_t>& losses = segment_.control().losses;
  const bool is_time = now - checked_ >= poll_interval || losses.load() != 0;
  if (lost_ == nullptr || !is_time) return;
  checked_ = now;
  if (const pid_t holder = segment_.control().lock.lost_holder(); holder != 0) lose_process(holder);
  for (const int member : visible_) {
    const RankStatus& status = segment_.status(member);
    if (is_running(status.pid.load(std::memory_order_relaxed))) continue;
    // A rank marks its departure before it ends.
    if (status.has_departed.load(std::memory_order_acquire) != 0) continue;
    lose(member);
  }
}

void Liveness::lose_process(pid_t pid) {
  for (const int member : visible_) {
    if (segment_.status(member).pid.load(std::memory_order_relaxed) == pid) lose(member);
  }
}

void Liveness::lose(int member) {
  const bool is_first = segment_.control().losses.fetch_add(1) == 0;
  // All sleeping ranks check now, so that they can report before the launcher ends them.
  for (int other = 0; other < segment_.ranks(); ++other)
    futex_wake(segment_.status(other).wait_state);
  lost_(member, is_first);
}

}  // namespace strobe::bcs::runtime
