// SPDX-License-Identifier: BSD-3-Clause
//
// What happens in a run, as it happens: whoever wants lines or a timeline of it is told. Whoever
// runs the protocol tells; simulation and runtime use the same. Times are seconds since the begin.
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

  // A node: microphases as it sees them.
  virtual void begins(double /*at_s*/, protocol::NodeId /*node*/, std::uint32_t /*microstrobe*/) {}
  virtual void finishes(double /*at_s*/, protocol::NodeId /*node*/, std::uint32_t /*microstrobe*/) {
  }

  // A block; `number` is its own while it is on its way.
  virtual void leaves(double /*at_s*/, std::uint32_t /*number*/, const protocol::Block& /*block*/) {
  }
  virtual void arrives(double /*at_s*/, std::uint32_t /*number*/, protocol::NodeId /*node*/,
                       const protocol::Block& /*block*/) {}

  // A process. It goes on, computes for so long, calls, and waits where there is no answer yet.
  virtual void goes_on(double /*at_s*/, protocol::Rank /*rank*/, double /*compute_s*/) {}
  virtual void calls(double /*at_s*/, protocol::Rank /*rank*/,
                     const protocol::Operation& /*operation*/) {}
  virtual void waits(double /*at_s*/, protocol::Rank /*rank*/,
                     const protocol::Operation& /*operation*/) {}

  virtual void ends(double /*at_s*/) {}
};

}  // namespace strobe::bcs::monitor
