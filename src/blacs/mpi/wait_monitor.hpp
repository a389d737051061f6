// SPDX-License-Identifier: BSD-3-Clause
//
// Debug level 2: monitors one wait of this process. While the process waits, the monitor receives
// the control messages of other waiting processes. It reports a long wait, and ends the program if
// the wait can never end.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "blacs/deadlock_detector.hpp"
#include "blacs/event_counts.hpp"

namespace strobe::blacs::mpi {

class Observer;

class WaitMonitor {
 public:
  /// A wait that ends when all dependencies are met. Without dependencies the description says what
  /// the process waits for, and no process can be asked about it.
  WaitMonitor(Observer& observer, std::vector<Dependency> dependencies, std::string object);
  /// A wait for something else than the processes of one transport.
  explicit WaitMonitor(std::string object);
  WaitMonitor(const WaitMonitor&) = delete;
  WaitMonitor& operator=(const WaitMonitor&) = delete;

  /// The waiting process calls this repeatedly. Throws if the wait can never end.
  void poll();
  /// A dependency is met.
  void remove(const Dependency& met);

  [[nodiscard]] std::uint64_t number() const { return number_; }
  /// Null if the wait is not for processes of one transport.
  [[nodiscard]] Observer* observer() const { return observer_; }
  /// This process, its call and what it waits for, as messages show them.
  [[nodiscard]] std::string description() const;

  void receive_reply(int rank, const std::string& text) { replies_[rank] = text; }
  /// A probe of a process that depends on an event that this process has not started.
  void receive_probe(const Probe& probe);

 private:
  using Clock = std::chrono::steady_clock;

  /// What the process waits for.
  [[nodiscard]] std::string object() const;
  [[nodiscard]] std::string replies() const;
  [[nodiscard]] double waited_s() const;
  /// Throws if a process has left without meeting a dependency.
  void check_departures() const;
  void send_queries();
  void report() const;
  /// Sends the probe to the processes that this wait depends on.
  void send_probe(Probe probe) const;

  Observer* observer_ = nullptr;
  std::vector<Dependency> dependencies_;
  std::string object_;
  std::uint64_t number_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point next_poll_;
  int hang_periods_ = 0;  ///< that have passed, of STROBE_BLACS_HANG_S each
  bool has_sent_queries_ = false;
  bool has_reported_possible_deadlock_ = false;
  std::map<int, std::string> replies_;
};

}  // namespace strobe::blacs::mpi
