// SPDX-License-Identifier: BSD-3-Clause
// Written by codegen/options.py from options/*.toml.
// clang-format off
//
// The command line of strobe-schedule.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command_line/parser.hpp"

namespace strobe::schedule_program {

struct CommandLine {
  std::string name = "";
  std::int32_t ranks = 8;
  std::int32_t branches = 1;
  std::int32_t root = 0;
  std::int32_t segments = 1;
  std::int32_t repetitions = 1;
  std::string way = "spread";
  std::int64_t size = 0;
  std::string network = "";
  std::string t_s = "";
  std::string t_c = "";
  std::string t_m = "";
  std::string t_o = "";
  std::optional<double> parallel_transfers;
  std::string sends = "in-turn";
  bool list = false;
  bool brief = false;
  std::vector<double> times;
};

/// Tells the parser of all options; their values go into `into`.
void enter(command_line::Parser& parser, CommandLine& into);

/// The text of --help; `start` is how a person starts the program.
[[nodiscard]] std::string help_text(std::string_view start);

}  // namespace strobe::schedule_program
