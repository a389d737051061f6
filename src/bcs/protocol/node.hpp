// SPDX-License-Identifier: BSD-3-Clause
//
// A compute node: its processes, and the roles of the runtime system (figure 4.3 of the paper).
//
//   NM  node manager       starts operations, resumes processes              node_manager.cpp
//   SR  strobe receiver    begins and ends microphases                        strobe_receiver.cpp
//   BS  buffer sender      delivers the descriptors of sends                  buffer_sender.cpp
//   BR  buffer receiver    matches, splits messages into chunks, schedules      buffer_receiver.cpp
//   DH  DMA helper         moves data                                         dma_helper.cpp
//   CH  collective helper  barriers, broadcasts, results                      collective_helper.cpp
//   RH  reduce helper      reductions                                         reduce_helper.cpp
//
// global_variables.cpp has the Xfer-And-Signals and events of processes.
//
// BS, BR and DH also transfer the parts of scatter, gather, allgather and alltoall.
// exchange_helper.cpp contains the rest of these collectives.
//
// A node is a state machine without a clock, shared memory or network. Each call passes one event
// to it and returns the actions to perform.
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

/// The microphases of a slice (figure 4.4 of the paper). Microstrobes are counted from 1: number
/// 5 s + p + 1 begins microphase p of slice s.
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
[[nodiscard]] constexpr std::uint32_t slice_of(std::uint32_t microstrobe) {
  return (microstrobe - 1) / microphases;
}

/// Counts of a node in one slice (table 5.2 of the paper).
struct SliceCounts {
  std::uint32_t descriptors = 0;            ///< NP2PDEM: descriptors exchanged
  std::uint32_t scheduled_messages = 0;     ///< NP2PMSM: chunks scheduled
  std::uint32_t called_collectives = 0;     ///< NCOLLDEM: calls of processes
  std::uint32_t scheduled_collectives = 0;  ///< NCOLLMSM: those whose root is on this node
  std::uint32_t blocked = 0;                ///< BPTS: processes that waited at its start
  friend bool operator==(const SliceCounts&, const SliceCounts&) = default;
};

/// A waiting process and its incomplete operation, for a report.
struct WaitingProcess {
  Rank rank = 0;
  Operation operation;
};

class Node {
 public:
  /// `job` must outlive this object.
  Node(const Job& job, NodeId id);

  // Events of the processes.
  /// A running process makes a call. Returns the answer unless the process has to wait. A waiting
  /// process is resumed later by an action.
  std::optional<Answer> call(Rank rank, const Operation& operation, Actions& actions);
  /// A process has left its native call.
  void leave_native(Rank rank);
  /// As long as it is held, something outside of the protocol may let its processes continue.
  void hold(bool is_held);
  /// A process that waits continues by itself, and gets no answer.
  void leave_wait(Rank rank);

  // Events of the network.
  void arrive(const Block& block, Actions& actions);
  /// A block of this node has arrived at all its receivers.
  void delivered(const Block& block, Actions& actions);
  /// The result of a Compare-And-Write that this node requested.
  void answered(const Condition& condition, bool holds, Actions& actions);
  [[nodiscard]] std::int64_t value(Variable variable, std::int32_t communicator = world) const;
  void write(const Condition& condition);

  /// The request of the next operation that a process starts. A number is reused only after a test
  /// has found its request complete.
  [[nodiscard]] Request next_request(Rank rank) const;

  // For monitoring and reports.
  [[nodiscard]] std::uint32_t microstrobe() const { return microstrobe_; }
  [[nodiscard]] const SliceCounts& counts() const { return counts_; }
  [[nodiscard]] const Decisions& decisions() const { return decisions_; }
  [[nodiscard]] const std::vector<Process>& processes() const { return processes_; }
  [[nodiscard]] std::vector<WaitingProcess> waiting() const;
  /// Messages to local processes that no receive has matched.
  [[nodiscard]] std::vector<Envelope> unreceived() const;
  /// The same at the end of the job, one sentence for each.
  [[nodiscard]] std::vector<std::string> leftovers() const;

  friend bool operator==(const Node&, const Node&) = default;

 private:
  /// A matched message or a part of an exchange that has not arrived completely.
  struct Transfer {
    Envelope envelope;
    Signature signature{};
    Request send_request = no_request;
    Request receive_request = no_request;
    std::uint64_t content = 0;
    std::int64_t scheduled_bytes = 0;  ///< in chunks that have been scheduled
    friend bool operator==(const Transfer&, const Transfer&) = default;
  };
  /// The part of a message that is transferred in the current slice.
  struct Chunk {
    Transfer transfer;
    std::int64_t offset_bytes = 0;
    std::int64_t size_bytes = 0;
    friend bool operator==(const Chunk&, const Chunk&) = default;
  };

  // Node manager.
  Process& process(Rank rank) {
    base::ensure(rank >= 0 && rank < job_->ranks() && job_->node_of(rank) == id_,
                 "a process is on another node");
    return processes_[job_->local(rank)];
  }
  /// An operation that a process has started.
  static StartedOperation& started(Process& process, Request request) {
    const auto index = static_cast<std::size_t>(request);
    base::ensure(index < process.started.size() && process.started[index].is_used,
                 "a process does not have this request");
    return process.started[index];
  }
  static Request start(Process& process, const Operation& operation);
  void begin_operation(Process& process, const Operation& operation, Request request,
                       Actions& actions);
  void begin_send(Process& process, const Operation& operation, Request request, Actions& actions);
  void begin_receive(Process& process, const Operation& operation, Request request,
                     Actions& actions);
  Answer cancel(Process& process, Request request, Actions& actions);
  Answer claim(Process& process, const Operation& operation);
  [[nodiscard]] PostedReceive receive_like(const Operation& operation) const;
  void complete(Process& process, Request request, const Answer& answer, Actions& actions);
  /// What the probe would find.
  [[nodiscard]] std::optional<Answer> probed_by(const Process& process,
                                                const Operation& probe) const;
  /// What the call of the process probes for, if it is there. From any source it may have to wait
  /// for a decision.
  [[nodiscard]] std::optional<Answer> probed(const Process& process, bool is_decision = true) const;
  [[nodiscard]] bool is_wait_complete(const Process& process) const;
  [[nodiscard]] bool waits_for_slice_end(const Process& process) const;
  Answer take_answer(Process& process);
  void finish_wait(Process& process, Actions& actions);
  void resume(Process& process, const Answer& answer, Actions& actions);
  void resume_ready(Actions& actions);
  void decide_tests_and_probes();
  void deliver_decisions(Actions& actions);
  [[nodiscard]] Answer answer_of(const Envelope& envelope, std::uint64_t content) const;
  [[nodiscard]] std::string argument_error(const Process& process,
                                           const Operation& operation) const;

  // Strobe receiver.
  void begin_microphase(std::uint32_t microstrobe, Actions& actions);
  [[nodiscard]] Microphase phase() const { return phase_of(microstrobe_); }
  void end_microphase();
  [[nodiscard]] bool is_idle() const;
  [[nodiscard]] bool has_work() const;
  void deliver(const Block& block, Actions& actions);
  void send_block(Block block, Actions& actions);
  /// What this node tells itself takes no block.
  void deliver_or_send(const Block& block, Actions& actions);

  // Buffer sender and buffer receiver.
  void exchange_descriptors(Actions& actions);
  void descriptor_arrived(const Block& descriptor, Actions& actions);
  void cancellation_arrived(const Block& cancellation, Actions& actions);
  void cancel_if_unmatched(const Block& cancellation, Actions& actions);
  void send_cancelled(const Block& cancellation, Actions& actions);
  void match(Actions& actions);
  void begin_matched_transfer(const Match& match, Actions& actions);
  void begin_transfer(const Transfer& transfer, Actions& actions);
  void schedule_chunks();

  // DMA helper.
  void start_chunk(const Chunk& chunk, Actions& actions);
  void get_request_arrived(const Block& request, Actions& actions);
  void data_arrived(const Block& data, Actions& actions);
  void data_delivered(const Block& data, Actions& actions);

  // Collective helper and reduce helper.
  Collective& collective(std::int32_t communicator, std::uint32_t sequence);
  void call_collective(Process& process, Request request, Actions& actions);
  bool check_signature(Collective& collective, const Signature& signature, Rank by,
                       Actions& actions);
  void refuse(Collective& collective, Actions& actions);
  void report_mismatch(const Collective& collective, const Signature& signature, Rank by,
                       Actions& actions);
  Collective* collective_of(const Block& block, Rank by, Actions& actions);
  void query_collectives_called(Actions& actions);
  void send_scheduled_results(Actions& actions);
  void send_result(Collective& collective, std::uint64_t result, NodeRange to, Actions& actions);
  void result_arrived(const Block& result, Actions& actions);
  void complete_members(Collective& collective, Actions& actions);
  void complete_member(const Collective& collective, Member& member, const Answer& answer,
                       Actions& actions);
  void drop_completed();
  void combine_contributions(Collective& collective, Actions& actions);
  static void store_contribution(Collective& collective, const Contribution& contribution,
                                 Rank parent);
  void send_contribution(Collective& collective, const Contribution& contribution, Rank parent,
                         Actions& actions);
  void contribution_arrived(const Block& block, Actions& actions);
  void combine_scheduled(Actions& actions);

  // Xfer-And-Signal of a process.
  void transfer_variables(const Process& process, const Operation& operation, Actions& actions);
  void signal_receivers(const Block& variables, Actions& actions);
  void variables_delivered(const Block& variables, Actions& actions);
  void signal(Process& process, std::int32_t event, Actions& actions);

  // Exchanges.
  void send_parts(Process& process, Collective& collective, Member& member, Actions& actions);
  void part_descriptor_arrived(const Block& descriptor, Actions& actions);
  void post_exchanges();
  void receive_parts(Collective& collective, Actions& actions);
  void part_received(const Block& data, Actions& actions);
  void part_sent(const Block& data, Actions& actions);
  void complete_exchange(const Collective& collective, Member& member, Actions& actions);
  [[nodiscard]] bool waits_for_reduces() const;
  [[nodiscard]] NodeId root_node(const Collective& collective) const;
  /// The number of collectives of a communicator that all its local members have called.
  [[nodiscard]] std::int64_t collectives_called_here(std::int32_t communicator) const;
  static constexpr std::int64_t no_local_member = std::numeric_limits<std::int64_t>::max();
  [[nodiscard]] bool is_scheduled(const Collective& collective) const;

  const Job* job_;
  NodeId id_;
  std::vector<Process> processes_;

  std::uint32_t microstrobe_ = 0;       ///< the last microstrobe, counted from 1
  std::uint32_t microphases_done_ = 0;  ///< microphases that this node has finished
  std::uint32_t blocks_in_flight_ = 0;  ///< blocks of this node that are not delivered yet
  std::uint32_t pending_ = 0;           ///< chunks and answers that this microphase waits for
  std::int64_t idle_since_mark_ = 0;
  bool is_held_ = false;
  SliceCounts counts_;
  std::uint32_t new_collective_calls_ = 0;  ///< since the last descriptor exchange
  Decisions decisions_;

  // Since the last descriptor exchange.
  std::vector<Block> posted_sends_;
  std::vector<Block> posted_cancellations_;  ///< of sends
  /// Cancellations that have overtaken the descriptors of their sends.
  std::vector<Block> early_cancellations_;
  std::vector<std::pair<Rank, PostedReceive>> posted_receives_;
  /// By the end of the slice, or by a receive of a claimed message; they start when all nodes have
  /// decided.
  std::vector<Match> decided_matches_;
  std::vector<Transfer> transfers_;
  std::vector<Chunk> chunks_;  ///< of the current slice

  std::vector<Collective> collectives_;
  std::vector<Collective> completed_;  ///< the last completed one of each communicator
  std::vector<std::int64_t>
      collectives_called_;  ///< by communicator, at the last descriptor exchange
  std::vector<std::int64_t> collectives_scheduled_;  ///< by communicator
};

/// A Compare-And-Write on nodes that are all here: `nodes` are those of the job, by number. Whether
/// the condition holds.
[[nodiscard]] bool compare_and_write(std::vector<Node>& nodes, const Condition& condition);

}  // namespace strobe::bcs::protocol
