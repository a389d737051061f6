// SPDX-License-Identifier: BSD-3-Clause
// Written by codegen/options.py from options/*.toml.
// clang-format off
//
// The command line of strobe-bench.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command_line/parser.hpp"

namespace strobe::bench {

struct CommandLine {
  std::vector<std::string> kernel;
  bool quick = false;
  std::string size;
  std::vector<std::string> axes;
  bool keep_blas_environment = false;
  std::string adjacency = "cartesian";
  std::int32_t host_rank = 0;
  std::string host_cpus;
  std::string scratch;
  std::optional<double> relative_error;
  std::optional<double> confidence;
  std::optional<double> budget;
  std::optional<double> cell_budget;
  std::optional<std::int64_t> repetitions;
  double hang_after = 20.0;
  std::string suite;
  std::optional<std::int64_t> samples_min;
  std::optional<std::int32_t> visits_min;
  double sample_s = 5e-05;
  std::string format = "table";
  std::string record;
  std::int32_t launch = 0;
  bool resume = false;
  std::optional<double> time_left;
  std::optional<std::int32_t> expect_ranks;
  bool list = false;
  bool json = false;
  std::vector<std::string> blas;
  std::uint64_t seed = 1;
};

/// Tells the parser of all options; their values go into `into`.
void enter(command_line::Parser& parser, CommandLine& into);

/// The text of --help; `start` is how a person starts the program.
[[nodiscard]] std::string help_text(std::string_view start);

}  // namespace strobe::bench
