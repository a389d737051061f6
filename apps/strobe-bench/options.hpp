// SPDX-License-Identifier: BSD-3-Clause
//
// The command line of strobe-bench.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "measure/plan.hpp"
#include "measure/suite.hpp"

namespace strobe::bench {

enum class Format { table, osu, csv, jsonl };

struct Options {
  bool list = false;
  bool json = false;
  std::string suite;
  bool quick = false;  ///< the suite's short form
  std::vector<std::string> kernels;
  std::optional<measure::AxisSpec> size;
  std::map<std::string, measure::AxisSpec, std::less<>> axes;
  Format format = Format::table;
  std::filesystem::path record;  ///< empty: records are not kept
  int launch = 0;
  bool resume = false;
  /// More than the stopping rule's least: a minute buys figures that repeat from run to run.
  measure::PlanOptions plan{.precision = {.samples_min = 100, .visits_min = 6}};
  measure::RequestedPlan wishes;  ///< what the command line sets, which goes before a suite's
  double sample_s = 50e-6;
  std::int64_t repetitions = 0;  ///< in each sample; 0 for as many as last so long
  std::chrono::milliseconds hang_after{20000};
  std::optional<int> expected_ranks;
  std::vector<std::string> blas;  ///< as kernels::blas::parse_named reads them
  bool keeps_blas_environment = false;
  std::string adjacency = "cartesian";
  std::filesystem::path scratch = std::filesystem::temp_directory_path();
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
