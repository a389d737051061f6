// SPDX-License-Identifier: BSD-3-Clause
// Written by codegen/options.py from options/*.toml.
// clang-format off
//
// The command line of strobe-simulate.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command_line/parser.hpp"

namespace strobe::simulate {

struct CommandLine {
  std::string program = "barrier";
  std::string format = "script";
  std::optional<double> flops_per_second;
  std::string mode = "strict";
  std::string network = "qsnet";
  std::string t_o = "";
  std::optional<double> parallel_transfers;
  std::int32_t nodes = 32;
  std::int32_t ranks_per_node = 2;
  std::uint64_t steps = 10;
  double grain_us = 1000.0;
  std::int64_t size = 8;
  double slice_us = 250.0;
  std::int64_t slice_bytes = 0;
  std::int64_t eager = -1;
  std::uint64_t seed = 1;
  double jitter = 0.0;
  std::string jitter_shape = "exponential";
  double noise_us = 0.0;
  double noise_period_us = 0.0;
  double drift = 0.0;
  std::string drift_shape = "constant";
  double drift_period_us = 1000000.0;
  double timer_late_us = 0.0;
  std::string timer_late_shape = "exponential";
  double loss = 0.0;
  std::vector<std::int32_t> slow_nodes;
  double slow_factor = 1.0;
  std::vector<double> strobe_sender_dies_us;
  std::optional<std::int32_t> stop_node;
  double stop_at_us = 0.0;
  std::optional<std::uint32_t> most_slices;
  std::vector<std::int32_t> watch;
  std::uint32_t first_slice = 0;
  std::optional<std::uint32_t> last_slice;
  std::string emds;
  std::string events;
  std::int64_t emds_bytes = 1048576;
  std::string timeline;
  bool follow = false;
  bool list = false;
  bool progress = false;
};

/// Tells the parser of all options; their values go into `into`.
void enter(command_line::Parser& parser, CommandLine& into);

/// The text of --help; `start` is how a person starts the program.
[[nodiscard]] std::string help_text(std::string_view start);

}  // namespace strobe::simulate
