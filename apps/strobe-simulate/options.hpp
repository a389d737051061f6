// SPDX-License-Identifier: BSD-3-Clause
//
// The command line of strobe-simulate, which `strobe simulate` writes. Its times are microseconds.
#pragma once

#include <optional>
#include <string>

#include "bcs/protocol/policy.hpp"
#include "bcs/simulation/simulation.hpp"
#include "bcs/simulation/trace.hpp"
#include "command_line.hpp"

namespace strobe::simulate {

struct Options {
  CommandLine given;
  bcs::protocol::Policy policy = bcs::protocol::strict;
  bcs::simulation::Replay replay;
  bcs::simulation::WorkloadOptions shape;
  bcs::simulation::Conditions conditions;
  bcs::simulation::Options simulation;
};

/// What parsing came to: options to go on with, or a text to print and a status to end with.
struct Parsed {
  std::optional<Options> options;
  std::string text;
  int status = 0;
};

[[nodiscard]] Parsed parse_options(int argc, char** argv);

}  // namespace strobe::simulate
