// SPDX-License-Identifier: BSD-3-Clause
//
// The command line of strobe-simulate, which `strobe simulate` writes. Its times are microseconds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "bcs/protocol/policy.hpp"
#include "bcs/simulation/simulation.hpp"
#include "bcs/simulation/trace.hpp"

namespace strobe::simulate {

struct Options {
  bool list = false;
  bool follow = false;
  bool progress = false;
  std::string program = "barrier";
  std::string format = "script";  ///< of a file
  bcs::simulation::Replay replay;
  std::string network = "qsnet";
  std::string mode = "strict";
  bcs::protocol::Policy policy = bcs::protocol::strict;
  bcs::protocol::NodeId nodes = 32;
  bcs::protocol::Rank ranks_per_node = 2;
  std::int64_t slice_bytes = 0;  ///< 0: what the network carries in half of a slice
  std::int64_t eager_bytes = -1;
  bcs::simulation::WorkloadOptions shape;
  bcs::simulation::Conditions conditions;
  bcs::simulation::Options simulation;
  std::string emds_file;  ///< empty: none, as below
  std::string timeline_file;
};

/// What parsing came to: options to go on with, or a text to print and a status to end with.
struct Parsed {
  std::optional<Options> options;
  std::string text;
  int status = 0;
};

[[nodiscard]] Parsed parse_options(int argc, char** argv);

}  // namespace strobe::simulate
