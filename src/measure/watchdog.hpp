// SPDX-License-Identifier: BSD-3-Clause
//
// Ends a process whose cell makes no progress: a message that never comes blocks its process for
// ever inside the message layer, where no timeout of ours can reach.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace strobe::measure {

class Watchdog {
 public:
  /// `on_hang` is called with the name of what hung, in the watchdog's own thread, and must end the
  /// process: the thread that hangs cannot be resumed.
  explicit Watchdog(std::function<void(const std::string&)> on_hang);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  /// From now on `what` must be followed by another guard() or a rest() within `limit`.
  void guard(std::string what, std::chrono::milliseconds limit);
  void rest();

 private:
  void watch();

  std::function<void(const std::string&)> on_hang_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string what_;
  std::chrono::steady_clock::time_point deadline_;
  bool armed_ = false;
  bool stopped_ = false;
  bool sleeping_ = false;  // until something is guarded
  std::thread thread_;
};

}  // namespace strobe::measure
