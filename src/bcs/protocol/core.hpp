// SPDX-License-Identifier: BSD-3-Clause
//
// The core primitives (section 2 of the paper): all that the protocol asks of a network.
//
// - Xfer-And-Signal puts a block into the memory of one node or of several: of all of them, or of
//   none. It does not wait. An event at the receivers says that the block is there (`arrive`), one
//   at the sender that it is there everywhere (`delivered`).
// - Test-Event polls an event, or waits for it. Here the machines are called when one is signalled.
// - Compare-And-Write compares a variable on several nodes with a value and says whether the
//   condition holds on all; if so, it may write a variable on all of them. Writes of overlapping
//   sets are seen in one order by all nodes. The nodes are read one after the other, so what it
//   says of variables that may fall is true of no instant (see strobe_sender.hpp).
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bcs/protocol/operation.hpp"

namespace strobe::bcs::protocol {

/// A run of nodes.
struct Nodes {
  NodeId first = 0;
  NodeId count = 1;
  [[nodiscard]] constexpr bool holds(NodeId node) const {
    return node >= first && node < first + count;
  }
  friend constexpr bool operator==(const Nodes&, const Nodes&) = default;
};

/// The variables that every node has.
enum class Variable : std::uint8_t {
  done,       ///< microphases that it has finished
  idle,       ///< 1 where none of its processes can go on and none of its blocks is on the way
  still,      ///< the last mark since which it was idle, or 0
  work,       ///< 1 where a strobe would change something
  finished,   ///< 1 where none of its processes takes part any more
  scheduled,  ///< chunks and collectives that wait for the microphases that transmit
  reached,    ///< of a communicator: collectives that all of its processes here have called
  released,   ///< of a communicator: collectives that have been scheduled; written by their root
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

/// A Compare-And-Write. `communicator` says which of a variable that there are several of.
struct Condition {
  Nodes nodes;
  Variable variable = Variable::done;
  Comparison comparison = Comparison::equal;
  std::int64_t value = 0;
  std::optional<Variable> write{};  ///< is given `value`
  std::int32_t communicator = world;

  friend bool operator==(const Condition&, const Condition&) = default;
};

enum class Kind : std::uint8_t {
  microstrobe,  ///< `sequence`: which; strobe sender to strobe receivers
  mark,         ///< `sequence`: a node that is idle notes it
  descriptor,   ///< of a send; buffer sender to buffer receiver
  pull,         ///< asks for a part of a message; DMA helper to DMA helper
  data,         ///< the part
  up,           ///< a contribution to a collective; reduce helper to reduce helper
  down,         ///< a collective's result; collective helper to collective helpers
};

/// A block. `envelope` is that of the message it belongs to; of a collective it is from a member to
/// a member, numbered by the collective.
struct Block {
  Kind kind = Kind::microstrobe;
  NodeId from = 0;
  Nodes to{};
  std::int64_t size_bytes = 0;  ///< of the block itself
  Envelope envelope{};
  Signature signature{};
  Request send_request = no_request;
  Request receive_request = no_request;
  std::int64_t offset_bytes = 0;
  std::uint64_t content = 0;

  friend bool operator==(const Block&, const Block&) = default;
};

/// A process goes on, with this answer.
struct Resume {
  Rank rank = 0;
  Answer answer;

  friend bool operator==(const Resume&, const Resume&) = default;
};

/// A program is wrong: whose call it is and what is the matter, in one sentence.
struct Complaint {
  Rank rank = 0;
  std::string sentence;

  friend bool operator==(const Complaint&, const Complaint&) = default;
};

/// What a machine wants done, in this order.
struct Actions {
  std::vector<Block> blocks;          ///< Xfer-And-Signal
  std::vector<Condition> conditions;  ///< Compare-And-Write; the answer goes to who asked
  std::vector<Resume> resumed;
  std::vector<Complaint> complaints;

  void clear() {
    blocks.clear();
    conditions.clear();
    resumed.clear();
    complaints.clear();
  }
  friend bool operator==(const Actions&, const Actions&) = default;
};

/// A network that has the primitives, for machines that run on `node`.
template <class T>
concept Core =
    requires(T& core, NodeId node, const Block& block, const Condition& condition, Resume resume) {
      core.xfer_and_signal(block);
      core.compare_and_write(node, condition);
      core.signal(node, resume);
    };

/// Hands what a machine on `node` wants done to a network. Complaints are the caller's.
template <Core T>
void perform(const Actions& actions, NodeId node, T& core) {
  for (const Block& block : actions.blocks) core.xfer_and_signal(block);
  for (const Condition& condition : actions.conditions) core.compare_and_write(node, condition);
  for (const Resume& resume : actions.resumed) core.signal(node, resume);
}

}  // namespace strobe::bcs::protocol
