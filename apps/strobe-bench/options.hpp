// SPDX-License-Identifier: BSD-3-Clause
//
// The command line of strobe-bench.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "command_line.hpp"
#include "measure/axis.hpp"
#include "measure/plan.hpp"

namespace strobe::bench {

enum class Format { table, osu, csv, jsonl };

struct Options {
  CommandLine given;
  std::optional<measure::AxisSpec> size;
  std::map<std::string, measure::AxisSpec, std::less<>> axes;
  Format format = Format::table;
  /// More than the stopping rule's least: a minute buys figures that repeat from run to run.
  measure::PlanOptions plan{.precision = {.samples_min = 100, .visits_min = 6}};
  measure::RequestedPlan requested;  ///< what the command line sets; it overrides the suite
  std::chrono::milliseconds hang_after{};
  std::filesystem::path scratch;
};

/// What parsing came to: options to go on with, or a text to print and a status to end with.
struct Parsed {
  std::optional<Options> options;
  std::string text;
  int status = 0;
};

/// `start` is how a person starts this bench, for the help.
[[nodiscard]] Parsed parse_options(int argc, char** argv, const std::string& start);

}  // namespace strobe::bench
