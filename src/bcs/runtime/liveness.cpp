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

void Liveness::watch(void (*lost)(int member)) {
  lost_ = lost;
  looked_ = base::monotonic_now();
  for (int member = 0; member < segment_.ranks(); ++member) {
    const pid_t pid = segment_.door(member).pid.load(std::memory_order_relaxed);
    if (member != own_ && pid != 0 && is_there(pid)) visible_.push_back(member);
  }
}

void Liveness::look() {
  const std::chrono::nanoseconds now = base::monotonic_now();
  if (lost_ == nullptr || now - looked_ < between_looks) return;
  looked_ = now;
  for (const int member : visible_) {
    const Door& door = segment_.door(member);
    if (is_there(door.pid.load(std::memory_order_relaxed))) continue;
    // It says so before it ends.
    if (door.has_departed.load(std::memory_order_acquire) == 0) lost_(member);
  }
}

}  // namespace strobe::bcs::runtime
