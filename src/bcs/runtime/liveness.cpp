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

bool is_there(pid_t pid) { return (kill(pid, 0) == 0 || errno != ESRCH) && !is_zombie(pid); }

}  // namespace

void Liveness::watch(Lost lost) {
  lost_ = lost;
  looked_ = base::monotonic_now();
  for (int member = 0; member < segment_.ranks(); ++member) {
    const pid_t pid = segment_.door(member).pid.load(std::memory_order_relaxed);
    if (member != own_ && pid != 0 && is_there(pid)) visible_.push_back(member);
  }
}

void Liveness::look() {
  const std::chrono::nanoseconds now = base::monotonic_now();
  std::atomic<std::uint32_t>& losses = segment_.control().losses;
  const bool is_time = now - looked_ >= between_looks || losses.load() != 0;
  if (lost_ == nullptr || !is_time) return;
  looked_ = now;
  for (const int member : visible_) {
    const Door& door = segment_.door(member);
    if (is_there(door.pid.load(std::memory_order_relaxed))) continue;
    // It says so before it ends.
    if (door.has_departed.load(std::memory_order_acquire) != 0) continue;
    const bool is_first = losses.fetch_add(1) == 0;
    // All who sleep look now, and have something to say before a launcher ends them.
    for (int other = 0; other < segment_.ranks(); ++other) futex_wake(segment_.door(other).blocked);
    lost_(member, is_first);
  }
}

}  // namespace strobe::bcs::runtime
