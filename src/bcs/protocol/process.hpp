// SPDX-License-Identifier: BSD-3-Clause
//
// A process as its node knows it: whether it runs, what it has started, and what it waits for.
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
  satisfied,  ///< what it waited for is there; it goes on at the next strobe
  native,     ///< inside a call that the protocol does not see into
  finished,
};

/// An operation that was started and not yet found complete by a test.
struct Started {
  Operation operation;
  bool is_used = false;
  bool is_complete = false;
  Answer answer;

  friend bool operator==(const Started&, const Started&) = default;
};

/// The next number of what goes to `of`: a process, or a communicator.
struct Count {
  std::int32_t of = 0;
  std::uint32_t next = 0;
  friend bool operator==(const Count&, const Count&) = default;
};

struct Process {
  Rank rank = 0;
  State state = State::running;
  /// While it waits: the call, with all requests that must be complete. A probe has none.
  Operation waits{};
  /// What the edge has decided for it, and it is told when all nodes have decided.
  std::optional<Answer> decided{};
  std::vector<Started> started{};
  std::vector<Count> sent{};         ///< messages, by destination
  std::vector<Count> collectives{};  ///< by communicator
  std::uint32_t receives = 0;
  std::uint32_t tests = 0;
  Matching matching{};  ///< of what is sent to it

  friend bool operator==(const Process&, const Process&) = default;
};

/// Its count of what goes to `of`, which begins with 0.
[[nodiscard]] std::uint32_t& count_of(std::vector<Count>& counts, std::int32_t of);
/// The same to look at: 0 where there is none yet.
[[nodiscard]] std::uint32_t counted(const std::vector<Count>& counts, std::int32_t of);

}  // namespace strobe::bcs::protocol
