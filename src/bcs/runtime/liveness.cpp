// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/liveness.hpp"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string_view>

#include "base/clock.hpp"
#include "base/format.hpp"

namespace strobe::bcs::runtime {

namespace {

/// It has ended, and its parent has not asked for its status yet (proc_pid_stat(5)).
bool is_zombie(pid_t pid) {
  const int file = open(base::format("/proc/{}/stat", pid).c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  std::array<char, 512> text{};
  const ssize_t read_bytes = read(file, text.data(), text.size());
  close(file);
  if (read_bytes <= 0) return false;
  const std::string_view stat(text.data(), static_cast<std::size_t>(read_bytes));
  // The state stands behind the name, which may hold anything.
  const std::size_t name_end = stat.rfind(") ");
  if (name_end == std::string_view::npos || name_end + 2 >= stat.size()) return false;
  const char state = stat[name_end + 2];
  return state == 'Z' || state == 'X';
}

/// The one by which locks find the ranks that are lost; locks lie in memory, and know of no object.
constinit Liveness* of_locks = nullptr;

}  // namespace

bool is_running(pid_t pid) { return (kill(pid, 0) == 0 || errno != ESRCH) && !is_zombie(pid); }

Liveness::~Liveness() {
  if (of_locks != this) return;
  Mutex::watch_holders(nullptr);
  of_locks = nullptr;
}

void Liveness::watch(Lost lost) {
  lost_ = lost;
  looked_ = base::monotonic_now();
  for (int member = 0; member < segment_.ranks(); ++member) {
    const pid_t pid = segment_.door(member).pid.load(std::memory_order_relaxed);
    if (member != own_ && pid != 0 && is_running(pid)) visible_.push_back(member);
  }
  of_locks = this;
  Mutex::watch_holders([](pid_t holder) { of_locks->lose_process(holder); });
}

void Liveness::look() {
  const std::chrono::nanoseconds now = base::monotonic_now();
  std::atomic<std::uint32_t>& losses = segment_.control().losses;
  const bool is_time = now - looked_ >= between_looks || losses.load() != 0;
  if (lost_ == nullptr || !is_time) return;
  looked_ = now;
  if (const pid_t holder = segment_.control().lock.lost_holder(); holder != 0) lose_process(holder);
  for (const int member : visible_) {
    const Door& door = segment_.door(member);
    if (is_running(door.pid.load(std::memory_order_relaxed))) continue;
    // It says so before it ends.
    if (door.has_departed.load(std::memory_order_acquire) != 0) continue;
    lose(member);
  }
}

void Liveness::lose_process(pid_t pid) {
  for (const int member : visible_) {
    if (segment_.door(member).pid.load(std::memory_order_relaxed) == pid) lose(member);
  }
}

void Liveness::lose(int member) {
  const bool is_first = segment_.control().losses.fetch_add(1) == 0;
  // All who sleep look now, and have something to say before a launcher ends them.
  for (int other = 0; other < segment_.ranks(); ++other) futex_wake(segment_.door(other).blocked);
  lost_(member, is_first);
}

}  // namespace strobe::bcs::runtime
