// SPDX-License-Identifier: BSD-3-Clause
//
// The state of a process on its node: whether it runs, the operations that it has started, and the
// call in which it waits.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bcs/protocol/matching.hpp"
#include "bcs/protocol/operation.hpp"

namespace strobe::bcs::protocol {

enum class State : std::uint8_t {
  running,
  waiting,
  ready,   ///< its call is complete; it continues at the next strobe
  native,  ///< inside a call that the protocol does not handle
  finished,
};

/// An operation that has been started and that no test has found complete yet.
struct StartedOperation {
  Operation operation;
  bool is_used = false;
  bool is_complete = false;
  std::uint32_t sequence = 0;  ///< of the message of a send
  Answer answer;

  friend bool operator==(const StartedOperation&, const StartedOperation&) = default;
};

/// The next sequence number of the messages to a process, or of the collectives of a communicator.
struct SequenceCounter {
  std::int32_t key = 0;  ///< rank or communicator
  std::uint32_t next = 0;
  friend bool operator==(const SequenceCounter&, const SequenceCounter&) = default;
};

struct Process {
  Rank rank = 0;
  State state = State::running;
  /// While it waits: the call, with all requests that must be complete. A probe has no requests.
  Operation waiting_in{};
  /// The answer that the end of the slice has decided. The process gets it when all nodes have made
  /// their decisions.
  std::optional<Answer> decision{};
  std::vector<StartedOperation> started{};
  Request first_free = 0;                      ///< the lowest number in `started` that is not used
  std::uint32_t complete = 0;                  ///< operations that are, and that no test has taken
  std::vector<SequenceCounter> sent{};         ///< messages, by destination
  std::vector<SequenceCounter> collectives{};  ///< by communicator
  std::vector<SequenceCounter> signals{};      ///< that no test has taken, by event
  std::uint32_t receives = 0;
  std::uint32_t tests = 0;
  Matching matching{};                    ///< of messages to this process
  std::vector<SendDescriptor> claimed{};  ///< messages that no receive has got

  friend bool operator==(const Process&, const Process&) = default;
};

/// The counter for `key`, to be increased. A new counter starts at 0.
[[nodiscard]] std::uint32_t& sequence_counter(std::vector<SequenceCounter>& counters,
                                              std::int32_t key);
/// The value of the counter for `key`.
[[nodiscard]] std::uint32_t counter_value(const std::vector<SequenceCounter>& counters,
                                          std::int32_t key);

}  // namespace strobe::bcs::protocol
