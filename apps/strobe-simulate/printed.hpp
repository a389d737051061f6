// SPDX-License-Identifier: BSD-3-Clause
//
// The JSON output of strobe-simulate.
#pragma once

#include <string>

#include "bcs/monitor/emds.hpp"
#include "bcs/simulation/simulation.hpp"
#include "options.hpp"

namespace strobe::simulate {

/// The available programs, networks and modes.
[[nodiscard]] std::string listing();

/// The result of a run: its options, its outcome, its duration in real time and its metrics.
[[nodiscard]] std::string printed(const Options& options, const bcs::simulation::Outcome& outcome,
                                  double wall_s, const bcs::monitor::Emds& emds);

/// The progress of a run.
[[nodiscard]] std::string printed(const bcs::simulation::Progress& progress);

}  // namespace strobe::simulate
