// SPDX-License-Identifier: BSD-3-Clause
//
// Predicts the time of a pattern from the four times of LAPACK Working Note 73. Where the note's
// formulas hold (sections 4.3 and 5.4, table 9), the prediction is equal to them.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "schedule/step.hpp"
#include "schedule/transfers.hpp"

namespace strobe::schedule {

/// A time that grows linearly with the message size: the note's alpha + beta N, with N in bytes.
struct LinearCost {
  double start_s = 0.0;
  double per_byte_s = 0.0;
  [[nodiscard]] constexpr double at(double bytes) const { return start_s + per_byte_s * bytes; }
};

/// The note's four times, and the assumption of its analysis about the machine.
struct Costs {
  LinearCost send;      ///< T_s: after it the sender may continue
  LinearCost complete;  ///< T_c: from the start of a send to the end of its receive
  LinearCost copy;      ///< T_m: to allocate a buffer and copy all data of a rank into it
  LinearCost operate;   ///< T_o: sum, maximum or minimum of two messages
  /// Whether a rank can send and receive at the same time. If not, it sends first.
  bool sends_while_receiving = true;
  /// How many messages can be in transit at once before they share links, memory or cores; with
  /// more, the part of T_s and T_c that grows with the size takes longer (transfers.hpp).
  double parallel_transfers = unlimited_transfers;
  /// Whether a rank starts all sends that follow each other at once, as nonblocking sends do. Their
  /// data share its link, which moves those of one message at full speed.
  bool sends_at_once = false;
};

/// A message with its predicted times, in seconds since the start of all ranks.
struct TimedMessage {
  int from = no_rank;
  int to = no_rank;
  Blocks blocks{};
  OnReceive on_receive = OnReceive::replace;
  double sent_s = 0.0;
  double received_s = 0.0;
};

/// The predicted times of a pattern.
struct Prediction {
  std::vector<double> finish_s;        ///< of each rank
  std::vector<TimedMessage> messages;  ///< for each rank in the order of its receives
  [[nodiscard]] double last_s() const;
};

/// Predicts `repetitions` of a pattern whose ranks start together. The model: a rank receives one
/// message at a time and may compute meanwhile, and a send does not wait for its receive. Messages
/// share no link, as the note assumes, unless Costs::parallel_transfers has a limit or the sends of
/// a rank start at once. A rank that starts a repetition with a send first copies its data; all
/// others forward or combine what they have received (section 3.3). Throws strobe::Error if a rank
/// waits for a message that no rank sends, and if links are to be shared in both ways.
[[nodiscard]] Prediction predict(int size, const std::function<Steps(int rank)>& pattern,
                                 double block_bytes, const Costs& costs, int repetitions = 1);

}  // namespace strobe::schedule
