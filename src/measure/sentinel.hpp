// SPDX-License-Identifier: BSD-3-Clause
//
// The sentinel: a fixed core-to-core exchange and a fixed quantum of work, taken before and after
// every visit. It owes nothing to the message layer, so when it changes the machine has changed.
#pragma once

#include <optional>

#include "measure/shared_memory.hpp"

namespace strobe::measure {

/// Seconds for a step of a fixed quantum of arithmetic, done in five rounds.
struct WorkQuantum {
  double median_s = 0.0;
  double least_s = 0.0;
};

/// About 0.3 ms of work that fills the ports of a core, as the software of a message layer does.
[[nodiscard]] WorkQuantum work_quantum();

/// What the sentinel found once.
struct SentinelReading {
  double exchange_s = 0.0;    ///< median one-way time of a cache line
  double work_s = 0.0;        ///< median of the work quantum, of the side that was slower
  double least_work_s = 0.0;  ///< least of the work quantum, of the side that was faster
};

/// Two processes of one node passing a cache line to and fro.
class Exchange {
 public:
  /// The first process's side; none where the system refuses the memory.
  [[nodiscard]] static std::optional<Exchange> create();
  /// The second process's side; none where the memory cannot be reached (another node, or another
  /// name space of processes).
  [[nodiscard]] static std::optional<Exchange> attach(SharedPlace place);

  [[nodiscard]] SharedPlace place() const;

  /// Both sides call it at about the same time, work alike, and then exchange. The first side gets
  /// a reading, or nothing when the partner did not answer for 50 ms (it has no core to run on);
  /// the second side gets nothing. Takes half a millisecond at the usual speed.
  std::optional<SentinelReading> measure();

 private:
  struct Line;
  Exchange(Shared<Line> line, bool is_first);
  std::optional<SentinelReading> lead();  ///< with the work of the second side
  void follow();

  Shared<Line> line_;
  bool is_first_;
  unsigned long round_ = 0;
};

}  // namespace strobe::measure
