// SPDX-License-Identifier: BSD-3-Clause
//
// How the nodes of a job agree that all ranks are blocked: the paper's Compare-And-Write, by
// Mattern's four counter method ("Algorithms for distributed termination detection", 1987). The
// leader of the first node asks for the state of all nodes, in rounds, on a tree of leaders. Each
// answers when its node is idle and the nodes below it have answered. If two successive rounds find
// every node unchanged, and as many descriptors received as sent, then all nodes were idle at the
// end of the first of these rounds and nothing was in flight.
//
// Ranks that look into the MPI below again and again are never blocked. If that is all that other
// ranks do in two successive rounds, a slice begins although nothing proves that it is time.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bcs/runtime/leader_tree.hpp"

namespace strobe::bcs::runtime {

/// What a leader knows about its node, or about several nodes. The first three counts never shrink,
/// so that equal sums mean that every node is unchanged.
struct NodeState {
  bool is_idle = false;              ///< all of its ranks are blocked or counted in `polling`
  std::uint64_t activity = 0;        ///< grows whenever a rank stops being blocked
  std::uint64_t sent = 0;            ///< descriptors to other nodes
  std::uint64_t received = 0;        ///< descriptors from other nodes
  std::uint32_t wanting = 0;         ///< ranks that want an edge
  std::uint32_t active_threads = 0;  ///< blocked ranks of which another thread may still act
  std::uint32_t polling = 0;         ///< ranks that wait in the MPI below, or poll it

  friend bool operator==(const NodeState&, const NodeState&) = default;
};

/// A message from one leader to another.
struct QuiescenceMessage {
  enum class Kind : std::uint8_t {
    ask,       ///< a leader asks for the state of a node and of those below it
    answer,    ///< and gets it
    edge,      ///< all nodes are idle, and a rank wants a slice: begin it
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

  GlobalQuiescence(int node, int nodes) : tree_(node, nodes) {}

  /// Takes a message that has come from another leader.
  void receive(const QuiescenceMessage& message);
  /// Continues the agreement with the current state of the own node, and adds the messages to be
  /// sent to `outgoing`. Returns an edge or a deadlock that all nodes have agreed on, once.
  std::optional<QuiescenceMessage::Kind> step(const NodeState& own,
                                              std::vector<Addressed>& outgoing);

 private:
  void begin_round(std::uint32_t round);
  void send_to_children(const QuiescenceMessage& message, std::vector<Addressed>& outgoing) const;
  /// What follows from this round and the one before.
  [[nodiscard]] std::optional<QuiescenceMessage::Kind> verdict(const NodeState& job) const;

  LeaderTree tree_;
  std::uint32_t round_ = 0;
  bool is_in_round_ = false;  ///< it has begun, and this leader has not answered
  bool has_asked_ = false;    ///< the children
  int missing_ = 0;           ///< answers of children
  NodeState below_{};         ///< the sum of their answers
  NodeState last_{};          ///< the job in the round before
  std::optional<QuiescenceMessage::Kind> decided_;  ///< received, and not yet returned by `step`
};

}  // namespace strobe::bcs::runtime
