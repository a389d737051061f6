// SPDX-License-Identifier: BSD-3-Clause
//
// A compute node: the processes on it, and the roles of the paper's figure 4.3 that serve them.
//
//   NM  node manager       starts operations, lets processes go on           node_manager.cpp
//   SR  strobe receiver    begins and ends microphases                        strobe_receiver.cpp
//   BS  buffer sender      delivers the descriptors of sends                  buffer_sender.cpp
//   BR  buffer receiver    matches, cuts messages into chunks, schedules      buffer_receiver.cpp
//   DH  DMA helper         moves data                                         dma_helper.cpp
//   CH  collective helper  barriers, broadcasts, results                      collective_helper.cpp
//   RH  reduce helper      combines                                           reduce_helper.cpp
//
// Scatter, gather, allgather and all-to-all are parts that BS, BR and DH treat as they treat
// messages; what makes a collective of them is in exchange_helper.cpp.
//
// The machine is pure: it has no clock, shares no memory and sends nothing itself. Each call hands
// it one event and is given what is to be done.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bcs/protocol/collective.hpp"
#include "bcs/protocol/core.hpp"
#include "bcs/protocol/decisions.hpp"
#include "bcs/protocol/job.hpp"
#include "bcs/protocol/process.hpp"

namespace strobe::bcs::protocol {

/// The microphases of a slice (figure 4.4). Microstrobes are counted from 1: number 5 s + p + 1
/// begins microphase p of slice s.
enum class Microphase : std::uint8_t {
  descriptor_exchange,
  message_scheduling,
  point_to_point,
  broadcast_and_barrier,
  reduce,
};
inline constexpr std::uint32_t microphases = 5;
[[nodiscard]] constexpr Microphase phase_of(std::uint32_t microstrobe) {
  return static_cast<Microphase>((microstrobe - 1) % microphases);
}

/// What a node did in a slice (table 5.2).
struct SliceCounts {
  std::uint32_t descriptors = 0;            ///< NP2PDEM: exchanged
  std::uint32_t scheduled_messages = 0;     ///< NP2PMSM: chunks
  std::uint32_t called_collectives = 0;     ///< NCOLLDEM: calls of processes
  std::uint32_t scheduled_collectives = 0;  ///< NCOLLMSM: of which this node is the root
  std::uint32_t blocked = 0;                ///< BPTS: processes that waited as it began
  friend bool operator==(const SliceCounts&, const SliceCounts&) = default;
};

/// A process that waits, for a report.
struct Waiting {
  Rank rank = 0;
  Operation operation;  ///< the one that is not complete
};

class Node {
 public:
  /// `job` must live as long.
  Node(const Job& job, NodeId id);

  // From the processes.
  /// A running process calls. The answer, where it need not wait; otherwise it is resumed later.
  std::optional<Answer> call(Rank rank, const Operation& operation, Actions& actions);
  /// A process has left the call that the protocol does not see into.
  void leave_native(Rank rank);

  // From the network.
  void arrive(const Block& block, Actions& actions);
  /// A block that this node has sent is there, at all to whom it went.
  void delivered(const Block& block, Actions& actions);
  /// What came of a Compare-And-Write that this node asked for.
  void answered(const Condition& condition, bool holds, Actions& actions);
  [[nodiscard]] std::int64_t value(Variable variable, std::int32_t communicator = world) const;
  void write(const Condition& condition);

  // For whoever watches.
  [[nodiscard]] std::uint32_t microstrobe() const { return microstrobe_; }
  [[nodiscard]] const SliceCounts& counts() const { return counts_; }
  [[nodiscard]] const Decisions& decisions() const { return decisions_; }
  [[nodiscard]] const std::vector<Process>& processes() const { return processes_; }
  [[nodiscard]] std::vector<Waiting> waiting() const;
  /// Sends to processes here that no receive took, one sentence each.
  [[nodiscard]] std::vector<std::string> leftovers() const;

  friend bool operator==(const Node&, const Node&) = default;

 private:
  /// A message that is matched, or a part of an exchange, and not yet all here.
  struct Transfer {
    Envelope envelope;
    Signature signature{};
    Request send_request = no_request;
    Request receive_request = no_request;
    std::uint64_t content = 0;
    std::int64_t scheduled_bytes = 0;  ///< of which the chunks have been scheduled
    friend bool operator==(const Transfer&, const Transfer&) = default;
  };
  /// A part of a message that this slice moves.
  struct Chunk {
    Transfer transfer;
    std::int64_t offset_bytes = 0;
    std::int64_t size_bytes = 0;
    friend bool operator==(const Chunk&, const Chunk&) = default;
  };

  // Node manager.
  Process& process(Rank rank) {
    base::ensure(rank >= 0 && rank < job_->ranks() && job_->node_of(rank) == id_,
                 "a node is asked for a process of another one");
    return processes_[job_->local(rank)];
  }
  /// One of its process's that has been started.
  static Started& started(Process& process, Request request) {
    const auto place = static_cast<std::size_t>(request);
    base::ensure(place < process.started.size() && process.started[place].is_used,
                 "a process is asked for a request that it has not");
    return process.started[place];
  }
  static Request start(Process& process, const Operation& operation);
  void begin_operation(Process& process, const Operation& operation, Request request,
                       Actions& actions);
  void complete(Process& process, Request request, const Answer& answer, Actions& actions);
  [[nodiscard]] const Offer* seen_by(const Process& process) const;
  [[nodiscard]] bool is_satisfied(const Process& process) const;
  [[nodiscard]] bool waits_for_edge(const Process& process) const;
  Answer found(Process& process);
  void satisfy(Process& process, Actions& actions);
  void go_on(Process& process, const Answer& answer, Actions& actions);
  void restart_satisfied(Actions& actions);
  void decide_answers();
  void give_answers(Actions& actions);
  [[nodiscard]] Answer answer_of(const Envelope& envelope, std::uint64_t content) const;
  [[nodiscard]] std::string wrong(const Process& process, const Operation& operation) const;

  // Strobe receiver.
  void begin(std::uint32_t microstrobe, Actions& actions);
  [[nodiscard]] Microphase phase() const { return phase_of(microstrobe_); }
  void end_microphase();
  [[nodiscard]] bool is_idle() const;
  [[nodiscard]] bool has_work() const;
  void put(Block block, Actions& actions);

  // Buffer sender and buffer receiver.
  void send_descriptor(const Block& descriptor, Actions& actions);
  void exchange(Actions& actions);
  void offered(const Block& descriptor, Actions& actions);
  void match(Actions& actions);
  void enact(const Match& match, Actions& actions);
  void begin_transfer(const Transfer& transfer, Actions& actions);
  void schedule_chunks();

  // DMA helper.
  void move(const Chunk& chunk, Actions& actions);
  void pulled(const Block& pull, Actions& actions);
  void received(const Block& data, Actions& actions);
  void sent(const Block& data, Actions& actions);

  // Collective helper and reduce helper.
  Collective& collective(std::int32_t communicator, std::uint32_t sequence);
  void join(Process& process, Request request, Actions& actions);
  bool agree(Collective& collective, const Signature& signature, Rank by, Actions& actions);
  void disagree(const Collective& collective, const Signature& signature, Rank by,
                Actions& actions);
  Collective* hear_of(const Block& block, Rank by, Actions& actions);
  void ask_whether_all_have_called(Actions& actions);
  void release_from_here(Actions& actions);
  void spread(Collective& collective, std::uint64_t result, Nodes to, Actions& actions);
  void result_arrived(const Block& down, Actions& actions);
  void serve(Collective& collective, Actions& actions);
  void serve_member(const Collective& collective, Member& member, const Answer& answer,
                    Actions& actions);
  void drop_served();
  void advance(Collective& collective, Actions& actions);
  static void keep(Collective& collective, const Contribution& contribution, Rank parent);
  void hand_up(Collective& collective, const Contribution& contribution, Rank parent,
               Actions& actions);
  void contributed(const Block& up, Actions& actions);
  void combine_released(Actions& actions);

  // Exchanges.
  void give_parts(Process& process, Collective& collective, Member& member, Actions& actions);
  void part_offered(const Block& descriptor, Actions& actions);
  void post_exchanges();
  void take_parts(Collective& collective, Actions& actions);
  void part_taken(const Block& data, Actions& actions);
  void part_given(const Block& data, Actions& actions);
  void serve_exchange(const Collective& collective, Member& member, Actions& actions);
  [[nodiscard]] bool waits_for_reduces() const;
  [[nodiscard]] NodeId root_node(const Collective& collective) const;
  /// Collectives of a communicator that all of its processes here have called.
  [[nodiscard]] std::int64_t called(std::int32_t communicator) const;
  static constexpr std::int64_t nobody_calls = std::numeric_limits<std::int64_t>::max();
  [[nodiscard]] bool is_released(const Collective& collective) const;

  const Job* job_;
  NodeId id_;
  std::vector<Process> processes_;

  std::uint32_t microstrobe_ = 0;  ///< the last one, counted from 1
  std::uint32_t done_ = 0;         ///< microphases that are over here
  std::uint32_t outstanding_ = 0;  ///< blocks of this node that are on their way
  std::uint32_t awaited_ = 0;      ///< chunks and answers without which this microphase lasts
  std::int64_t still_ = 0;
  SliceCounts counts_;
  std::uint32_t called_ = 0;  ///< collectives, since the last exchange
  Decisions decisions_;

  std::vector<Block> outbox_;                    ///< descriptors since the last exchange
  std::vector<std::pair<Rank, Wanted>> posted_;  ///< receives since the last exchange
  std::vector<Match> decided_;  ///< at the edge, and enacted when all nodes have decided
  std::vector<Transfer> transfers_;
  std::vector<Chunk> chunks_;  ///< of this slice

  std::vector<Collective> collectives_;
  std::vector<Collective> over_;       ///< the last one that was served, of each communicator
  std::vector<std::int64_t> reached_;  ///< by communicator, as of the last exchange
  std::vector<std::int64_t> released_;
};

}  // namespace strobe::bcs::protocol
