// SPDX-License-Identifier: BSD-3-Clause
//
// A cluster without time. It lists all steps that are possible next (a process makes a call, a
// block arrives at a node, a Compare-And-Write reads a node, ...), and the test chooses one. A test
// that tries all steps covers every interleaving. Blocks may arrive in any order. A
// Compare-And-Write reads its nodes one by one.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bcs/protocol/calls.hpp"
#include "bcs/protocol/machine_manager.hpp"
#include "bcs/protocol/node.hpp"

namespace strobe::bcs::protocol {

/// A call of a program. A test refers to requests by index (see protocol/calls.hpp).
struct Line {
  Operation operation;
  bool until_found = false;  ///< a test or probe that is repeated until it succeeds
};
/// The calls of one rank. `finish` is added at the end.
using Program = std::vector<Line>;
using Programs = std::vector<Program>;

class PretendedCluster {
 public:
  PretendedCluster(std::shared_ptr<const Job> job, std::shared_ptr<const Programs> programs);
  [[nodiscard]] const Programs& programs() const { return *programs_; }

  /// One possible next event.
  struct Step {
    enum class What : std::uint8_t {
      call,
      end_native,
      arrival,
      delivery,
      read,
      poll_again,
      slice_timer_expired
    } what;
    std::size_t which = 0;
    NodeId node = 0;
  };
  [[nodiscard]] std::vector<Step> steps() const;
  void take(const Step& step);

  /// The strobe sender fails and loses its pending questions. Node `successor` replaces it.
  void replace_strobe_sender(NodeId successor);

  [[nodiscard]] const StrobeSender& strobe_sender() const { return manager_.strobe_sender(); }
  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
  [[nodiscard]] const std::vector<ProgramError>& errors() const { return errors_; }
  /// The answers of each rank, in the order of its calls.
  [[nodiscard]] const std::vector<std::vector<Answer>>& answers() const { return answers_; }
  [[nodiscard]] std::uint64_t hash_of_decisions() const;

  /// Whether no process runs and no block is in flight, except for blocks of the strobe sender.
  [[nodiscard]] bool is_quiet() const;

  /// A hash of the state.
  [[nodiscard]] std::uint64_t digest() const;
  friend bool operator==(const PretendedCluster&, const PretendedCluster&) = default;

 private:
  /// Stands for the strobe sender where a node is expected.
  static constexpr NodeId strobe_sender_itself = -1;

  struct Flying {
    Block block;
    std::vector<NodeId> still_to;  ///< receivers at which it has not arrived
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
  std::vector<std::uint32_t> last_microstrobes_;  ///< by node: the last microstrobe
  std::vector<std::size_t> next_;                 ///< by rank: the next call
  std::vector<RequestTable> request_tables_;      ///< by rank
  std::vector<std::vector<Answer>> answers_;
  std::vector<Flying> flying_;
  std::vector<Reading> readings_;
  std::vector<ProgramError> errors_;
  Actions actions_;  ///< empty between steps
};

}  // namespace strobe::bcs::protocol
