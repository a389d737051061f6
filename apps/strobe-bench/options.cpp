// SPDX-License-Identifier: BSD-3-Clause
#include "options.hpp"

#include <release.hpp>

#include "base/format.hpp"
#include "command_line/parser.hpp"
#include "strobe/error.hpp"

namespace strobe::bench {
namespace {

measure::AxisSpec axis_of(std::string_view option, const std::string& text) {
  try {
    return measure::parse_axis(text);
  } catch (const Error& error) {
    throw Error(base::format("{}: {}", option, error.what()));
  }
}

void add_axis(Options& options, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw Error(base::format("--set must be AXIS=VALUE or AXIS=VALUE,VALUE, not '{}'", text));
  }
  options.axes[text.substr(0, equals)] = measure::parse_axis(text.substr(equals + 1));
}

Format format_named(const std::string& name) {
  if (name == "osu") return Format::osu;
  if (name == "csv") return Format::csv;
  return name == "jsonl" ? Format::jsonl : Format::table;
}

std::filesystem::path scratch_in(const std::string& folder) {
  if (folder.empty()) return std::filesystem::temp_directory_path();
  if (!std::filesystem::is_directory(folder)) {
    throw Error(base::format("--scratch must be a folder, not '{}'", folder));
  }
  return folder;
}

/// What the options mean for a plan.
Options options_of(CommandLine line) {
  Options options;
  if (!line.size.empty()) options.size = axis_of("--size", line.size);
  for (const std::string& text : line.axes) add_axis(options, text);
  options.format = format_named(line.format);
  options.scratch = scratch_in(line.scratch);
  options.hang_after = std::chrono::milliseconds(static_cast<std::int64_t>(1e3 * line.hang_after));
  options.plan.seed = line.seed;
  if (line.confidence) options.plan.precision.confidence = *line.confidence;
  options.requested = {.budget_s = line.budget,
                       .cell_budget_s = line.cell_budget,
                       .relative_error = line.relative_error,
                       .samples_min = {},
                       .visits_min = line.visits_min};
  if (line.samples_min) options.requested.samples_min = static_cast<std::size_t>(*line.samples_min);
  options.given = std::move(line);
  return options;
}

}  // namespace

Parsed parse_options(int argc, char** argv, const std::string& start) {
  CommandLine line;
  command_line::Parser parser("strobe-bench");
  enter(parser, line);
  try {
    const std::string version =
        base::format("strobe-bench {} ({})", release::version, release::commit);
    if (const auto text = parser.parse(argc, argv, help_text(start), version)) {
      return {std::nullopt, *text, 0};
    }
    return {options_of(std::move(line)), "", 0};
  } catch (const Error& error) {
    return {std::nullopt, error.what(), 2};
  }
}

}  // namespace strobe::bench
