// SPDX-License-Identifier: BSD-3-Clause
//
// SS: the strobe sender, which drives all nodes through slices and their microphases (section 4.2).
// A microphase begins with a microstrobe, and the next one when a Compare-And-Write has found that
// all nodes have finished it. The microphases that transmit are left out where none has scheduled
// anything.
//
// Between slices it asks whether anybody can still go on. A node is idle where all processes wait
// and all blocks that it sent are delivered. Nodes are read one after the other, so that one may
// have been woken by another that was idle only when its own turn came; hence the second look: a
// mark goes to all nodes, and when it is everywhere they are asked whether they have been idle ever
// since. Those that are were idle all at the same instant, with nothing on its way. Then either a
// strobe would change something; or all are finished; or what waits will wait for ever.
#pragma once

#include <cstdint>

#include "bcs/protocol/core.hpp"
#include "bcs/protocol/job.hpp"

namespace strobe::bcs::protocol {

class StrobeSender {
 public:
  /// What it waits for.
  enum class Waits : std::uint8_t {
    answer,  ///< to a Compare-And-Write
    mark,    ///< to be delivered
    again,   ///< until it is time to ask again
    clock,   ///< until the slice is over
    nothing  ///< the run is over
  };
  enum class Verdict : std::uint8_t { running, finished, deadlock };

  /// `job` must live as long.
  explicit StrobeSender(const Job& job) : job_(&job) {}
  /// In place of one that has gone: the node has heard this microstrobe as the last one (0: none).
  /// `generation` is another for each strobe sender of a job.
  static StrobeSender successor(const Job& job, std::uint32_t microstrobe,
                                std::uint32_t generation);

  void start(Actions& actions);
  void answered(const Condition& condition, bool holds, Actions& actions);
  /// A block of its own is everywhere.
  void delivered(const Block& block, Actions& actions);
  void ask_again(Actions& actions);
  /// The time of a slice is over. Is remembered while the slice takes longer.
  void slice_is_over(Actions& actions);

  [[nodiscard]] Waits waits() const { return waits_; }
  [[nodiscard]] Verdict verdict() const { return verdict_; }
  /// The last microstrobe, counted from 1; 0 before the first.
  [[nodiscard]] std::uint32_t microstrobe() const { return microstrobe_; }
  friend bool operator==(const StrobeSender&, const StrobeSender&) = default;

 private:
  enum class Asks : std::uint8_t { done, scheduled, idle, still, work, finished };

  void ask(Asks what, Actions& actions);
  void strobe(std::uint32_t microstrobe, Actions& actions);
  void begin_slice(Actions& actions);
  void wait_for_edge(Actions& actions);
  void end(Verdict verdict);

  const Job* job_;
  Waits waits_ = Waits::again;
  Asks asks_ = Asks::idle;
  Verdict verdict_ = Verdict::running;
  bool is_slice_over_ = false;
  std::uint32_t microstrobe_ = 0;
  std::uint32_t mark_ = 0;
};

}  // namespace strobe::bcs::protocol
