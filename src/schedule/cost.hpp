// SPDX-License-Identifier: BSD-3-Clause
//
// What a pattern costs: its steps, walked through in the four times of LAPACK Working Note 73. The
// note's formulas (sections 4.3 and 5.4, table 9) are what this gives where they hold.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "schedule/step.hpp"

namespace strobe::schedule {

/// Seconds that grow with a message's length: the note's alpha + beta N, with N in bytes.
struct Line {
  double start_s = 0.0;
  double per_byte_s = 0.0;
  [[nodiscard]] constexpr double at(double bytes) const { return start_s + per_byte_s * bytes; }
};

/// The note's four times, and what its analysis asks of a machine beside them.
struct Costs {
  Line send;      ///< T_s: after it the sender may go on
  Line complete;  ///< T_c: from the begin of a send to the end of its receive
  Line copy;      ///< T_m: memory to memory
  Line operate;   ///< T_o: sum, maximum or minimum of two messages
  /// A rank sends and receives at the same time; otherwise an exchange is one after the other.
  bool sends_while_receiving = true;
};

/// A message of a walk; seconds since all ranks began.
struct Passed {
  int from = nobody;
  int to = nobody;
  Blocks blocks{};
  Arrival arrival = Arrival::replaces;
  double sent_s = 0.0;
  double received_s = 0.0;
};

/// What came of a walk.
struct Walked {
  std::vector<double> of_rank_s;  ///< when each rank is done
  std::vector<Passed> messages;   ///< those of a rank in the order in which it received them
  [[nodiscard]] double last_s() const;
};

/// Walks through `repetitions` of a pattern, all ranks beginning together. A rank receives one
/// message at a time and may compute meanwhile; a send does not wait for its receive. Links are as
/// many as are wanted, which is the note's assumption too. Throws strobe::Error where the steps
/// wait for a message that nobody sends.
[[nodiscard]] Walked walk(int size, const std::function<Steps(int rank)>& pattern,
                          double block_bytes, const Costs& costs, int repetitions = 1);

}  // namespace strobe::schedule
