// SPDX-License-Identifier: BSD-3-Clause
//
// How the nodes of a job agree that all ranks are blocked: the paper's Compare-And-Write, by
// Mattern's four counter method ("Algorithms for distributed termination detection", 1987). The
// leader of the first node asks the other leaders in rounds; each answers when its node is idle. If
// two successive rounds find every node unchanged, and as many descriptors received as sent, then
// all nodes were idle at the end of the first of these rounds and nothing was in flight.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace strobe::bcs::runtime {

/// What a leader knows about its node.
struct NodeState {
  bool is_idle = false;              ///< all of its ranks are blocked
  std::uint64_t activity = 0;        ///< grows whenever a rank stops being blocked
  std::uint64_t sent = 0;            ///< descriptors to other nodes
  std::uint64_t received = 0;        ///< descriptors from other nodes
  std::uint32_t wanting = 0;         ///< ranks that want an edge
  std::uint32_t active_threads = 0;  ///< blocked ranks of which another thread may still act

  friend bool operator==(const NodeState&, const NodeState&) = default;
};

/// A message from one leader to another.
struct QuiescenceMessage {
  enum class Kind : std::uint8_t {
    ask,       ///< the first leader asks for the state of a node
    answer,    ///< and gets it
    edge,      ///< all nodes are idle: begin a slice
    deadlock,  ///< all nodes are idle, and no rank wants a slice
  };
  Kind kind = Kind::ask;
  std::uint32_t round = 0;
  NodeState state{};
};

class GlobalQuiescence {
 public:
  struct Addressed {
    int node;
    QuiescenceMessage message;
  };

  GlobalQuiescence(int node, int nodes)
      : node_(node), answers_(static_cast<std::size_t>(nodes)), last_(answers_) {}

  /// Takes a message that has come from the leader of `node`.
  void receive(int node, const QuiescenceMessage& message);
  /// Continues the agreement with the current state of the own node, and adds the messages to be
  /// sent to `outgoing`. Returns an edge or a deadlock that all nodes have agreed on, once.
  std::optional<QuiescenceMessage::Kind> step(const NodeState& own,
                                              std::vector<Addressed>& outgoing);

 private:
  void answer(const NodeState& own, std::vector<Addressed>& outgoing);
  void ask(const NodeState& own, std::vector<Addressed>& outgoing);
  void send_to_others(const QuiescenceMessage& message, std::vector<Addressed>& outgoing) const;
  [[nodiscard]] bool has_all_answers() const;
  /// What the answers of this round and the one before prove; nothing if they prove nothing.
  [[nodiscard]] std::optional<QuiescenceMessage::Kind> verdict() const;

  int node_;
  std::uint32_t round_ = 0;
  bool is_asking_ = false;
  bool is_asked_ = false;                           ///< and has not answered
  std::optional<QuiescenceMessage::Kind> decided_;  ///< received, and not yet returned by `step`
  std::vector<std::optional<NodeState>> answers_;   ///< of this round, by node; the first node's
  std::vector<std::optional<NodeState>> last_;      ///< of the round before
};

}  // namespace strobe::bcs::runtime
