// SPDX-License-Identifier: BSD-3-Clause
//
// The conditions of a simulated machine: processor costs, noise, and faults.
#pragma once

#include <cstdint>
#include <vector>

#include "bcs/protocol/core.hpp"
#include "bcs/simulation/clock.hpp"
#include "bcs/simulation/lateness.hpp"

namespace strobe::bcs::simulation {

/// Times are in seconds.
struct Conditions {
  double slice_s = 250e-6;
  double handling_s = 0.5e-6;  ///< processor time of a node for an arriving block
  double call_s = 1e-6;        ///< processor time of a call
  double restart_s = 5e-6;     ///< from the awaited event to the continuation of a process
  double poll_s = 0.0;         ///< between two polls whether all nodes are idle
  /// The mean delay of a block, in units of its start-up time.
  double jitter = 0.0;
  Spread jitter_spread = Spread::exponential;
  /// The period and the duration of operating system noise. Each node has a random phase.
  double noise_period_s = 0.0;
  double noise_s = 0.0;
  /// The drift of the clock of the strobe sender: its rate, and its period or limit.
  double drift = 0.0;
  Drift drift_shape = Drift::constant;
  double drift_period_s = 1.0;
  /// The mean delay of the timer of the strobe sender. The timer is set at the start of each slice,
  /// so no slice is shorter than the slice length.
  double timer_late_s = 0.0;
  Spread timer_spread = Spread::exponential;
  /// The slow nodes, and the factor of their computation time.
  std::vector<protocol::NodeId> slow_nodes{};
  double slow_factor = 1.0;
  /// The probability that a block is lost, to be sent again after `retry_s`.
  double loss = 0.0;
  double retry_s = 1e-3;
  /// The times at which the strobe sender dies; another node takes over after `takeover_s`.
  std::vector<double> strobe_sender_dies_s{};
  double takeover_s = 2e-3;
  /// The node that stops (-1: none), and the time when it stops.
  protocol::NodeId stopped_node = -1;
  double stops_s = 0.0;
  double silence_timeout_s = 0.1;  ///< after which a silent node counts as lost
};

}  // namespace strobe::bcs::simulation
