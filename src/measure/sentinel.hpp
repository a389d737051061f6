// SPDX-License-Identifier: BSD-3-Clause
//
// The sentinel: a fixed core-to-core exchange and a fixed amount of work, measured before and after
// every visit. It does not use the message layer, so if its times change, the machine has changed.
#pragma once

#include <optional>

#include "measure/shared_memory.hpp"

namespace strobe::measure {

/// Seconds for a step of a fixed amount of arithmetic, measured in five rounds.
struct WorkQuantum {
  double median_s = 0.0;
  double least_s = 0.0;
};

/// About 0.3 ms of work that uses all ports of a core, like the code of a message layer.
[[nodiscard]] WorkQuantum work_quantum();

/// One reading of the sentinel.
struct SentinelReading {
  double exchange_s = 0.0;    ///< median one-way time of a cache line
  double work_s = 0.0;        ///< median time of a work step on the slower side
  double least_work_s = 0.0;  ///< shortest time of a work step on the faster side
};

/// Two processes of a node that pass a cache line back and forth.
class SentinelExchange {
 public:
  /// The first process's side; nothing if the system refuses the memory.
  [[nodiscard]] static std::optional<SentinelExchange> create();
  /// The second process's side; nothing if the memory cannot be reached (another node, or another
  /// PID name space).
  [[nodiscard]] static std::optional<SentinelExchange> attach(SharedMemoryHandle handle);

  [[nodiscard]] SharedMemoryHandle handle() const;

  /// Both sides call it at about the same time, do the work, and then exchange. The first side gets
  /// a reading, or nothing if the partner did not answer for 50 ms (it has no core to run on); the
  /// second side always gets nothing. Takes half a millisecond in the usual regime.
  std::optional<SentinelReading> measure();

 private:
  struct CacheLine;
  SentinelExchange(Shared<CacheLine> line, bool is_first);
  std::optional<SentinelReading> lead();  ///< the work times are those of the second side
  void follow();

  Shared<CacheLine> line_;
  bool is_first_;
  unsigned long round_ = 0;
};

}  // namespace strobe::measure
