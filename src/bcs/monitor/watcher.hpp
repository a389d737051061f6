// SPDX-License-Identifier: BSD-3-Clause
//
// The events of a run, for lines and timelines. The simulation and the runtime report the same
// events. Times are seconds since the start.
#pragma once

#include <cstdint>

#include "bcs/protocol/core.hpp"

namespace strobe::bcs::monitor {

class Watcher {
 public:
  Watcher() = default;
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;
  virtual ~Watcher() = default;

  // The strobe sender.
  virtual void strobes(double /*at_s*/, std::uint32_t /*microstrobe*/) {}
  virtual void finished_everywhere(double /*at_s*/, std::uint32_t /*microstrobe*/) {}
  virtual void strobe_sender_dies(double /*at_s*/) {}
  virtual void takes_over(double /*at_s*/, protocol::NodeId /*node*/) {}

  // A node and its microphases.
  virtual void begins(double /*at_s*/, protocol::NodeId /*node*/, std::uint32_t /*microstrobe*/) {}
  virtual void finishes(double /*at_s*/, protocol::NodeId /*node*/, std::uint32_t /*microstrobe*/) {
  }

  // A block; `number` identifies it while it is on its way.
  virtual void leaves(double /*at_s*/, std::uint32_t /*number*/, const protocol::Block& /*block*/) {
  }
  virtual void arrives(double /*at_s*/, std::uint32_t /*number*/, protocol::NodeId /*node*/,
                       const protocol::Block& /*block*/) {}

  // What a node does for its processes.
  virtual void moves(double /*at_s*/, protocol::NodeId /*node*/, const protocol::Move& /*move*/) {}
  virtual void combines(double /*at_s*/, protocol::NodeId /*node*/, std::int64_t /*bytes*/) {}
  virtual void completes(double /*at_s*/, protocol::NodeId /*node*/,
                         const protocol::Completion& /*completion*/) {}
  /// A waiting process gets its answer.
  virtual void resumes(double /*at_s*/, protocol::NodeId /*node*/, protocol::Rank /*rank*/) {}

  // A process: it continues and computes, calls, and waits if there is no answer yet.
  virtual void continues(double /*at_s*/, protocol::Rank /*rank*/, double /*compute_s*/) {}
  virtual void calls(double /*at_s*/, protocol::Rank /*rank*/,
                     const protocol::Operation& /*operation*/) {}
  virtual void waits(double /*at_s*/, protocol::Rank /*rank*/,
                     const protocol::Operation& /*operation*/) {}

  virtual void ends(double /*at_s*/) {}
};

}  // namespace strobe::bcs::monitor
