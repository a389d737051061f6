// SPDX-License-Identifier: BSD-3-Clause
#include "measure/watchdog.hpp"

#include <utility>

namespace strobe::measure {

Watchdog::Watchdog(std::function<void(const std::string&)> on_hang)
    : on_hang_(std::move(on_hang)), thread_([this] { watch(); }) {}

Watchdog::~Watchdog() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void Watchdog::guard(std::string what, std::chrono::milliseconds limit) {
  {
    const std::lock_guard lock(mutex_);
    const auto deadline = std::chrono::steady_clock::now() + limit;
    const bool is_nearer = deadline < deadline_;
    what_ = std::move(what);
    deadline_ = deadline;
    armed_ = true;
    // A thread that waits for an earlier deadline sees the new one when it wakes up. Waking it now
    // would take a core from the measurement that begins.
    if (!sleeping_ && !is_nearer) return;
  }
  changed_.notify_one();
}

void Watchdog::rest() {
  const std::lock_guard lock(mutex_);
  armed_ = false;
}

void Watchdog::watch() {
  std::unique_lock lock(mutex_);
  while (!stopped_) {
    if (!armed_) {
      sleeping_ = true;
      changed_.wait(lock);
      sleeping_ = false;
    } else if (changed_.wait_until(lock, deadline_) == std::cv_status::timeout && armed_ &&
               std::chrono::steady_clock::now() >= deadline_) {
      armed_ = false;
      on_hang_(what_);
    }
  }
}

}  // namespace strobe::measure
