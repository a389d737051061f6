// SPDX-License-Identifier: BSD-3-Clause
//
// The core primitives (section 2 of the paper). The protocol needs nothing else from a network.
//
// - Xfer-And-Signal copies a block to the memory of one or more nodes. Either all of them receive
//   it or none does. The call does not wait. An event at each receiver says that the block has
//   arrived (`arrive`); an event at the sender says that it has arrived everywhere (`delivered`).
// - Test-Event polls an event or waits for it. Here the network calls a state machine when an event
//   is signalled.
// - Compare-And-Write compares a variable on several nodes with a value and returns whether the
//   condition holds on all of them. If it does, the primitive may write a variable on these nodes.
//   All nodes see writes to overlapping sets in the same order. The primitive reads the nodes one
//   after the other. If a variable can decrease, a positive result may therefore be true at no
//   single instant (see strobe_sender.hpp).
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bcs/protocol/operation.hpp"

namespace strobe::bcs::protocol {

/// Consecutive nodes.
struct NodeRange {
  NodeId first = 0;
  NodeId count = 1;
  [[nodiscard]] constexpr bool contains(NodeId node) const {
    return node >= first && node < first + count;
  }
  friend constexpr bool operator==(const NodeRange&, const NodeRange&) = default;
};

/// The variables that every node has.
enum class Variable : std::uint8_t {
  microphases_done,       ///< number of microphases that the node has finished
  idle,                   ///< 1 if no local process can continue and no sent block is in flight
  idle_since_mark,        ///< the last mark since which the node has been idle; 0 if there is none
  has_work,               ///< 1 if another slice would change the state of the node
  all_finished,           ///< 1 if all local processes have called finish
  operations_scheduled,   ///< chunks and collectives that wait for a transmission microphase
  collectives_called,     ///< per communicator: collectives that all local members have called
  collectives_scheduled,  ///< per communicator: collectives that their root has scheduled
};

enum class Comparison : std::uint8_t { greater_equal, less, equal, not_equal };

[[nodiscard]] constexpr bool holds(std::int64_t value, Comparison comparison, std::int64_t with) {
  switch (comparison) {
    case Comparison::greater_equal:
      return value >= with;
    case Comparison::less:
      return value < with;
    case Comparison::equal:
      return value == with;
    case Comparison::not_equal:
      return value != with;
  }
  return false;
}

/// A Compare-And-Write. `communicator` selects the value of a variable that exists once per
/// communicator.
struct Condition {
  NodeRange nodes;
  Variable variable = Variable::microphases_done;
  Comparison comparison = Comparison::equal;
  std::int64_t value = 0;
  std::optional<Variable> write{};  ///< the variable that gets `value` if the condition holds
  std::int32_t communicator = world;

  friend bool operator==(const Condition&, const Condition&) = default;
};

enum class BlockKind : std::uint8_t {
  microstrobe,   ///< with its number; from the strobe sender to the strobe receivers
  mark,          ///< with its number; an idle node stores it (see strobe_sender.hpp)
  descriptor,    ///< of a send; from a buffer sender to a buffer receiver
  get_request,   ///< asks for a chunk of a message; from one DMA helper to another
  data,          ///< the chunk
  contribution,  ///< to a collective; from one reduce helper to another
  result,        ///< of a collective; from one collective helper to the others
  cancellation,  ///< of a send; from a buffer sender to a buffer receiver
  cancelled,     ///< the answer, unless a receive has matched the send
  variables,     ///< global variables, of an Xfer-And-Signal of a process
};

/// The size of a descriptor on the network, and of what describes other blocks.
inline constexpr std::int64_t descriptor_bytes = 96;

/// A block. `envelope` is the envelope of its message. In a collective, the envelope names two
/// members, and its sequence number is the number of the collective.
struct Block {
  BlockKind kind = BlockKind::microstrobe;
  NodeId from = 0;
  NodeRange to{};
  std::int64_t size_bytes = 0;  ///< of the block itself, not of the message
  Envelope envelope{};
  Signature signature{};
  Request send_request = no_request;
  Request receive_request = no_request;
  std::int64_t offset_bytes = 0;
  std::uint64_t content = 0;
  std::int32_t event = -1;        ///< of variables: signaled at each receiver
  std::int32_t local_event = -1;  ///< of variables: signaled at the sender

  friend bool operator==(const Block&, const Block&) = default;
};

/// A waiting process continues with this answer.
struct Resume {
  Rank rank = 0;
  Answer answer;

  friend bool operator==(const Resume&, const Resume&) = default;
};

/// Data that a helper moves to a process: a chunk of a message or of a part of an exchange (DMA
/// helper), or the result of a broadcast or a reduction (collective helper). The protocol knows no
/// data; the caller moves them, and `content` is that of the sender or of the result.
struct Move {
  Call call = Call::send;  ///< send for a message, or the collective
  Envelope envelope{};     ///< as in a block. In a result only `destination` names a process
  Request receive_request = no_request;
  std::int64_t offset_bytes = 0;
  std::int64_t size_bytes = 0;
  std::uint64_t content = 0;

  [[nodiscard]] bool is_last() const { return offset_bytes + size_bytes == envelope.bytes; }
  friend bool operator==(const Move&, const Move&) = default;
};

/// An operation that a process has started is complete. (An eager send is complete at once, and is
/// not reported.)
struct Completion {
  Rank rank = 0;
  Request request = no_request;
  Answer answer;

  friend bool operator==(const Completion&, const Completion&) = default;
};

/// An error in the program: the rank that made the call, and one sentence about the error.
struct ProgramError {
  Rank rank = 0;
  std::string sentence;

  friend bool operator==(const ProgramError&, const ProgramError&) = default;
};

/// The actions that a state machine requests, in this order.
struct Actions {
  std::vector<Move> moves;            ///< before all other actions
  std::vector<Completion> completed;  ///< after the moves
  std::vector<Block> blocks;          ///< Xfer-And-Signal
  std::vector<Condition> conditions;  ///< Compare-And-Write; the requester gets the answer
  std::vector<Resume> resumed;
  std::vector<ProgramError> errors;
  /// The size of each contribution that a reduction combined, before the other actions.
  std::vector<std::int64_t> combined_bytes;

  void clear() {
    moves.clear();
    completed.clear();
    blocks.clear();
    conditions.clear();
    resumed.clear();
    errors.clear();
    combined_bytes.clear();
  }
  friend bool operator==(const Actions&, const Actions&) = default;
};

/// A network with the core primitives, for state machines that run on `node`.
template <class T>
concept Core =
    requires(T& core, NodeId node, const Block& block, const Condition& condition, Resume resume) {
      core.xfer_and_signal(block);
      core.compare_and_write(node, condition);
      core.signal(node, resume);
    };

/// Passes the actions of a state machine on `node` to a network. The caller handles the errors.
template <Core T>
void perform(const Actions& actions, NodeId node, T& core) {
  for (const Block& block : actions.blocks) core.xfer_and_signal(block);
  for (const Condition& condition : actions.conditions) core.compare_and_write(node, condition);
  for (const Resume& resume : actions.resumed) core.signal(node, resume);
}

}  // namespace strobe::bcs::protocol
