// SPDX-License-Identifier: BSD-3-Clause
//
// SS: the strobe sender. It leads all nodes through the slices and their microphases (section 4.2
// of the paper). A microstrobe begins a microphase. The strobe sender then asks with
// Compare-And-Write whether all nodes have finished it, and sends the next microstrobe when they
// have. It leaves out the transmission microphases if no node has scheduled an operation.
//
// Between slices, the strobe sender detects global quiescence. A node is idle if all its processes
// wait and all blocks that it sent are delivered. Compare-And-Write reads the nodes one after the
// other. A node that it has already read may therefore be woken by a block of a node that it reads
// later. To exclude this, the strobe sender sends a mark to all nodes. When the mark has arrived
// everywhere, it asks whether each node has been idle since its mark. If so, all nodes were idle at
// the same instant, and no block was in flight. Then one of three cases holds: another slice has
// work to do, all processes have finished, or the job is in a deadlock.
#pragma once

#include <cstdint>

#include "bcs/protocol/core.hpp"
#include "bcs/protocol/job.hpp"

namespace strobe::bcs::protocol {

class StrobeSender {
 public:
  /// The event for which the strobe sender waits.
  enum class WaitingFor : std::uint8_t {
    answer,       ///< the answer to a Compare-And-Write
    mark,         ///< the delivery of its mark
    poll_timer,   ///< the time of the next poll
    slice_timer,  ///< the end of the slice
    nothing       ///< none: the run has ended
  };
  enum class Verdict : std::uint8_t { running, finished, deadlock };

  /// `job` must outlive this object.
  explicit StrobeSender(const Job& job) : job_(&job) {}
  /// Replaces a strobe sender that has failed. `microstrobe` is the last microstrobe that the node
  /// of the new one has received (0: none). Each strobe sender of a job needs a different
  /// `generation`.
  static StrobeSender successor(const Job& job, std::uint32_t microstrobe,
                                std::uint32_t generation);

  void start(Actions& actions);
  void answered(const Condition& condition, bool holds, Actions& actions);
  /// A block of the strobe sender has arrived at all nodes.
  void delivered(const Block& block, Actions& actions);
  void poll_again(Actions& actions);
  /// The time of a slice is over. If the microphases take longer, the next slice begins after them.
  void slice_timer_expired(Actions& actions);

  [[nodiscard]] WaitingFor waiting_for() const { return waiting_for_; }
  [[nodiscard]] Verdict verdict() const { return verdict_; }
  /// The last microstrobe, counted from 1; 0 before the first.
  [[nodiscard]] std::uint32_t microstrobe() const { return microstrobe_; }
  friend bool operator==(const StrobeSender&, const StrobeSender&) = default;

 private:
  /// The questions that the strobe sender asks all nodes.
  enum class Question : std::uint8_t {
    microphase_done,
    any_scheduled,
    all_idle,
    idle_since_mark,
    has_work,
    all_finished,
  };

  void ask(Question question, Actions& actions);
  void strobe(std::uint32_t microstrobe, Actions& actions);
  void begin_slice(Actions& actions);
  void wait_for_slice_end(Actions& actions);
  void end(Verdict verdict);

  const Job* job_;
  WaitingFor waiting_for_ = WaitingFor::poll_timer;
  Question question_ = Question::all_idle;
  Verdict verdict_ = Verdict::running;
  bool is_slice_timer_expired_ = false;
  std::uint32_t microstrobe_ = 0;
  std::uint32_t mark_ = 0;
};

}  // namespace strobe::bcs::protocol
