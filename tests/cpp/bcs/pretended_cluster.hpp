// SPDX-License-Identifier: BSD-3-Clause
//
// A cluster without time: at every moment it knows all steps that could come next (a process calls,
// a block arrives at one of its nodes, a node is read for a Compare-And-Write, ...), and takes the
// one that it is told. Whoever takes them all has seen every interleaving. Blocks overtake each
// other as they like, and a Compare-And-Write reads its nodes one by one.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bcs/protocol/calls.hpp"
#include "bcs/protocol/machine_manager.hpp"
#include "bcs/protocol/node.hpp"

namespace strobe::bcs::protocol {

/// A call of a program. A test names each request by its place (see protocol/calls.hpp).
struct Line {
  Operation operation;
  bool until_found = false;  ///< a look that is repeated until it finds
};
/// What one rank calls, one after the other; `finish` is added.
using Program = std::vector<Line>;
using Programs = std::vector<Program>;

class PretendedCluster {
 public:
  PretendedCluster(std::shared_ptr<const Job> job, std::shared_ptr<const Programs> programs);

  /// One thing that may happen next.
  struct Step {
    enum class What : std::uint8_t {
      call,
      end_native,
      arrival,
      delivery,
      read,
      ask_again,
      slice_is_over
    } what;
    std::size_t which = 0;
    NodeId node = 0;
  };
  [[nodiscard]] std::vector<Step> steps() const;
  void take(const Step& step);

  /// The strobe sender dies, with what it has asked and not yet sent; the node takes its place.
  void replace_strobe_sender(NodeId successor);

  [[nodiscard]] const StrobeSender& strobe_sender() const { return manager_.strobe_sender(); }
  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
  [[nodiscard]] const std::vector<Complaint>& complaints() const { return complaints_; }
  /// What each rank got, one after the other.
  [[nodiscard]] const std::vector<std::vector<Answer>>& answers() const { return answers_; }
  [[nodiscard]] std::uint64_t hash_of_decisions() const;

  /// Nobody runs and nothing is on its way, but for what the strobe sender asks.
  [[nodiscard]] bool is_quiet() const;

  /// A number that equal states share.
  [[nodiscard]] std::uint64_t digest() const;
  friend bool operator==(const PretendedCluster&, const PretendedCluster&) = default;

 private:
  /// Who acts on an event of the strobe sender's or of a node's block.
  static constexpr NodeId strobe_sender_itself = -1;

  struct Flying {
    Block block;
    std::vector<NodeId> still_to;  ///< where it has not arrived
    friend bool operator==(const Flying&, const Flying&) = default;
  };
  struct Reading {
    NodeId by = strobe_sender_itself;
    Condition condition;
    NodeId next = 0;
    bool holds = true;
    friend bool operator==(const Reading&, const Reading&) = default;
  };

  void perform(NodeId by);
  void resumed(Rank rank, const Answer& answer);
  void call(Rank rank);
  void read(std::size_t which);

  std::shared_ptr<const Job> job_;
  std::shared_ptr<const Programs> programs_;
  std::vector<Node> nodes_;
  MachineManager manager_;
  std::vector<std::uint32_t> heard_;  ///< by node: the last microstrobe
  std::vector<std::size_t> next_;     ///< by rank: the next call
  std::vector<Places> places_;        ///< by rank
  std::vector<std::vector<Answer>> answers_;
  std::vector<Flying> flying_;
  std::vector<Reading> readings_;
  std::vector<Complaint> complaints_;
  Actions actions_;  ///< empty between steps
};

}  // namespace strobe::bcs::protocol
