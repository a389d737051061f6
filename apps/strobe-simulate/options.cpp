// SPDX-License-Identifier: BSD-3-Clause
#include "options.hpp"

#include <fstream>
#include <release.hpp>

#include "base/format.hpp"
#include "command_line/parser.hpp"
#include "strobe/error.hpp"

namespace strobe::simulate {

namespace {

using namespace bcs;

constexpr double us = 1e-6;

std::uint64_t memory_here_bytes() {
  std::ifstream file("/proc/meminfo");
  std::string word;
  while (file >> word) {
    std::uint64_t kib = 0;
    if (word == "MemAvailable:" && file >> kib) return kib * 1024;
  }
  return UINT64_MAX;
}

std::vector<double> seconds(const std::vector<double>& times_us) {
  std::vector<double> times_s;
  for (const double time_us : times_us) times_s.push_back(time_us * us);
  return times_s;
}

simulation::Conditions conditions_of(const CommandLine& line) {
  simulation::Conditions conditions;
  conditions.slice_s = line.slice_us * us;
  conditions.jitter = line.jitter;
  conditions.jitter_spread = simulation::spread_named(line.jitter_shape);
  conditions.noise_s = line.noise_us * us;
  conditions.noise_period_s = line.noise_period_us * us;
  conditions.drift = line.drift;
  conditions.drift_shape = simulation::drift_named(line.drift_shape);
  conditions.drift_period_s = line.drift_period_us * us;
  conditions.timer_late_s = line.timer_late_us * us;
  conditions.timer_spread = simulation::spread_named(line.timer_late_shape);
  conditions.loss = line.loss;
  conditions.slow_nodes = line.slow_nodes;
  conditions.slow_factor = line.slow_factor;
  conditions.strobe_sender_dies_s = seconds(line.strobe_sender_dies_us);
  conditions.stopped_node = line.stop_node.value_or(-1);
  conditions.stops_s = line.stop_at_us * us;
  return conditions;
}

/// Throws strobe::Error where this machine has no memory for so large a simulation.
void check_memory(protocol::NodeId nodes, protocol::Rank ranks) {
  const std::uint64_t wanted = simulation::memory_bytes(nodes, ranks);
  if (const std::uint64_t free = memory_here_bytes(); wanted > free) {
    throw Error(base::format("{} nodes want {} MB of memory at least, and {} MB are free", nodes,
                             wanted / 1'000'000, free / 1'000'000));
  }
}

/// The number of ranks. Throws strobe::Error where there are more than have numbers.
protocol::Rank ranks_of(const CommandLine& line) {
  const auto ranks = static_cast<std::int64_t>(line.nodes) * line.ranks_per_node;
  if (ranks > INT32_MAX) {
    throw Error(base::format("{} ranks are more than the {} that have numbers", ranks, INT32_MAX));
  }
  return static_cast<protocol::Rank>(ranks);
}

/// What the options mean for a simulation. Throws strobe::Error where they do not fit together.
Options options_of(CommandLine line) {
  Options options;
  // The parser knows the modes that there are.
  options.policy = *protocol::policy_named(line.mode);
  options.replay = {.ranks = ranks_of(line),
                    .flops_per_second = line.flops_per_second.value_or(0.0)};
  options.shape = {.ranks = options.replay.ranks,
                   .steps = line.steps,
                   .grain_s = line.grain_us * us,
                   .bytes = line.size,
                   .seed = line.seed};
  options.conditions = conditions_of(line);
  simulation::Options& simulation = options.simulation;
  simulation.seed = line.seed;
  if (line.most_slices) simulation.most_slices = *line.most_slices;
  simulation.window.first_slice = line.first_slice;
  if (line.last_slice) simulation.window.last_slice = *line.last_slice;
  simulation.window.nodes = line.watch;
  simulation.emds_bytes = line.emds_bytes;
  check_memory(line.nodes, options.shape.ranks);
  for (const protocol::NodeId node : line.watch) {
    if (node >= line.nodes) {
      throw Error(
          base::format("there are nodes 0 to {}, and --watch names {}", line.nodes - 1, node));
    }
  }
  options.given = std::move(line);
  return options;
}

}  // namespace

Parsed parse_options(int argc, char** argv) {
  CommandLine line;
  command_line::Parser parser("strobe-simulate");
  enter(parser, line);
  try {
    const std::string version = "strobe-simulate " + std::string(release::version);
    if (const auto text = parser.parse(argc, argv, help_text("strobe-simulate"), version)) {
      return {std::nullopt, *text, 0};
    }
    return {options_of(std::move(line)), "", 0};
  } catch (const Error& error) {
    return {std::nullopt, error.what(), 2};
  }
}

}  // namespace strobe::simulate
