// SPDX-License-Identifier: BSD-3-Clause
//
// What a simulated machine does to a run: costs of its processors, noise, and faults.
#pragma once

#include <cstdint>
#include <vector>

#include "bcs/protocol/core.hpp"
#include "bcs/simulation/clock.hpp"
#include "bcs/simulation/lateness.hpp"

namespace strobe::bcs::simulation {

/// Seconds.
struct Conditions {
  double slice_s = 250e-6;
  double handling_s = 0.5e-6;  ///< what a node takes for a block that arrives
  double call_s = 1e-6;        ///< what a process takes for a call
  double restart_s = 5e-6;     ///< from the event that a process waits for to its going on
  double poll_s = 0.0;         ///< between two questions whether all nodes are idle
  /// A block takes so much longer, on average, in parts of its start-up time.
  double jitter = 0.0;
  Spread jitter_spread = Spread::exponential;
  /// The operating system takes the processor so often and so long, on each node in its own phase.
  double noise_period_s = 0.0;
  double noise_s = 0.0;
  /// The clock of the strobe sender gains so much, as a part of the time: at once and for ever, in
  /// a period, or at most.
  double drift = 0.0;
  Drift drift_shape = Drift::constant;
  double drift_period_s = 1.0;
  /// Its timer fires so much later than its clock says, on average. The next slice is a slice later
  /// than this one begins, and not than it was to begin: none is shorter for it.
  double timer_late_s = 0.0;
  Spread timer_spread = Spread::exponential;
  /// The nodes that compute slower, and by which factor.
  std::vector<protocol::NodeId> slow_nodes{};
  double slow_factor = 1.0;
  /// A block is lost with this probability, and sent again after `retry_s`.
  double loss = 0.0;
  double retry_s = 1e-3;
  /// When the strobe sender dies; another one takes over after `takeover_s`.
  std::vector<double> strobe_sender_dies_s{};
  double takeover_s = 2e-3;
  /// A node that stops, and when; -1: none.
  protocol::NodeId stopped_node = -1;
  double stops_s = 0.0;
  double patience_s = 0.1;  ///< until a node that does not answer is taken for lost
};

}  // namespace strobe::bcs::simulation
