// SPDX-License-Identifier: BSD-3-Clause
//
// Ends a process whose cell makes no progress. A message that never arrives blocks the process
// inside the message layer, where no timeout of ours applies.
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
  /// The watchdog's own thread calls `on_hang` with the name of the hanging cell. `on_hang` must
  /// end the process, since the hanging thread cannot be resumed.
  explicit Watchdog(std::function<void(const std::string&)> on_hang);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  /// Starts the timeout: `limit` from now, unless guard() or rest() is called again before.
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
  bool sleeping_ = false;  // while nothing is guarded
  std::thread thread_;
};

}  // namespace strobe::measure
