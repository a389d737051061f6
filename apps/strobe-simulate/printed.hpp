// SPDX-License-Identifier: BSD-3-Clause
//
// What strobe-simulate prints, as JSON.
#pragma once

#include <string>

#include "bcs/monitor/emds.hpp"
#include "bcs/simulation/simulation.hpp"
#include "options.hpp"

namespace strobe::simulate {

/// The programs, networks and modes that there are.
[[nodiscard]] std::string listing();

/// A run: its options, how it ended after so many real seconds, and what was watched.
[[nodiscard]] std::string printed(const Options& options, const bcs::simulation::Outcome& outcome,
                                  double wall_s, const bcs::monitor::Emds& emds);

/// How far a run is, on a line.
[[nodiscard]] std::string printed(const bcs::simulation::Progress& progress);

}  // namespace strobe::simulate
