// SPDX-License-Identifier: BSD-3-Clause
#include "options.hpp"

#include <CLI/CLI.hpp>
#include <fstream>
#include <release.hpp>

#include "base/format.hpp"
#include "strobe/error.hpp"

namespace strobe::simulate {

namespace {

using namespace bcs;

constexpr double us = 1e-6;

/// A number that is so much at least, or more than that: CLI11's own say so with 300 digits.
CLI::Validator least(const char* name, const char* wanted, bool (*is_good)(double)) {
  const auto wrong = [wanted, is_good](const std::string& text) {
    double value = 0.0;
    const bool is_number = CLI::detail::lexical_cast(text, value);
    return is_number && is_good(value) ? std::string() : base::format("{} is {}", text, wanted);
  };
  return CLI::Validator(wrong, name);
}
const CLI::Validator positive = least("> 0", "not above 0", [](double value) { return value > 0; });
const CLI::Validator not_negative =
    least(">= 0", "below 0, or no number", [](double value) { return value >= 0; });

CLI::Option* add_microseconds(CLI::App& app, const std::string& name, double& seconds,
                              const std::string& what,
                              const CLI::Validator& validator = not_negative) {
  return app
      .add_option_function<double>(
          name, [&seconds](const double& given_us) { seconds = given_us * us; }, what)
      ->default_str(base::format("{:.12g}", seconds / us))
      ->check(validator);
}

/// An option whose values have names.
template <class Value>
void add_named(CLI::App& app, const std::string& name, Value& value,
               Value (*named)(std::string_view), const std::string& what,
               const std::string& default_name) {
  app.add_option_function<std::string>(
         name, [&value, named](const std::string& given) { value = named(given); }, what)
      ->default_str(default_name);
}

void add_program(CLI::App& app, Options& options) {
  simulation::WorkloadOptions& shape = options.shape;
  app.add_option("program", options.program, "which of --list, or a file with a script")
      ->capture_default_str();
  app.add_option("--format", options.format, "of that file: script, or trace (of SimGrid)")
      ->check(CLI::IsMember({"script", "trace"}))
      ->capture_default_str();
  app.add_option("--flops-per-second", options.replay.flops_per_second,
                 "of a processor, for a trace")
      ->check(positive);
  app.add_option("--steps", shape.steps, "of the program")->capture_default_str();
  add_microseconds(app, "--grain", shape.grain_s, "microseconds of computation a step");
  app.add_option("--size", shape.bytes, "bytes of a message")
      ->check(not_negative)
      ->capture_default_str();
}

void add_machine(CLI::App& app, Options& options) {
  simulation::Conditions& conditions = options.conditions;
  app.add_option("--network", options.network, "which of --list, or a file")->capture_default_str();
  app.add_option("--mode", options.mode, "strict, adaptive, deterministic or fast")
      ->capture_default_str();
  app.add_option("--nodes", options.nodes, "compute nodes")->check(positive)->capture_default_str();
  app.add_option("--ranks-per-node", options.ranks_per_node, "processes a node")
      ->check(positive)
      ->capture_default_str();
  add_microseconds(app, "--slice", conditions.slice_s, "microseconds of a time slice", positive);
  app.add_option("--slice-bytes", options.slice_bytes, "that a node receives in a slice at most");
  app.add_option("--eager", options.eager_bytes, "bytes of a send that is complete at once");
  app.add_option("--seed", options.simulation.seed, "of all that is drawn")->capture_default_str();
  app.add_option("--slow-nodes", conditions.slow_nodes, "which")->delimiter(',');
  app.add_option("--slow-factor", conditions.slow_factor, "how slow")->check(positive);
}

void add_time(CLI::App& app, Options& options) {
  simulation::Conditions& conditions = options.conditions;
  app.add_option("--jitter", conditions.jitter, "a block is late by so many start-up times")
      ->check(not_negative);
  add_named(app, "--jitter-shape", conditions.jitter_spread, simulation::spread_named,
            "how late the single block is", "exponential");
  add_microseconds(app, "--noise", conditions.noise_s, "microseconds that the system takes ...");
  add_microseconds(app, "--noise-period", conditions.noise_period_s,
                   "... each so many microseconds");
  app.add_option("--drift", conditions.drift, "that the strobe sender's clock gains: a part")
      ->check(CLI::Range(-simulation::Clock::highest_rate, simulation::Clock::highest_rate));
  add_named(app, "--drift-shape", conditions.drift_shape, simulation::drift_named,
            "constant, linear, periodic or random-walk", "constant");
  add_microseconds(app, "--drift-period", conditions.drift_period_s, "microseconds, of the shape",
                   positive);
  add_microseconds(app, "--timer-late", conditions.timer_late_s,
                   "microseconds that the strobe sender's timer is");
  add_named(app, "--timer-late-shape", conditions.timer_spread, simulation::spread_named,
            "how late the single time", "exponential");
}

void add_faults(CLI::App& app, Options& options) {
  simulation::Conditions& conditions = options.conditions;
  app.add_option("--loss", conditions.loss, "a block is lost, and sent again")
      ->check(CLI::Range(0.0, 0.9));
  app.add_option_function<std::vector<double>>(
         "--strobe-sender-dies",
         [&conditions](const std::vector<double>& dies_us) {
           for (const double at_us : dies_us) conditions.strobe_sender_dies_s.push_back(at_us * us);
         },
         "microseconds after the begin")
      ->delimiter(',');
  app.add_option("--stop-node", conditions.stopped_node, "which");
  add_microseconds(app, "--stop-at", conditions.stops_s, "microseconds after the begin");
}

void add_output(CLI::App& app, Options& options) {
  simulation::Options& simulation = options.simulation;
  app.add_flag("--list", options.list, "the programs, networks and modes that there are");
  app.add_option("--most-slices", simulation.most_slices, "after which the run ends");
  app.add_option("--watch", simulation.window.nodes, "nodes whose metrics are kept")
      ->delimiter(',');
  app.add_option("--first-slice", simulation.window.first_slice, "of which metrics are kept");
  app.add_option("--last-slice", simulation.window.last_slice, "of which metrics are kept");
  app.add_option("--emds", options.emds_file,
                 "write metrics as csv, those that memory does not hold too");
  app.add_option("--emds-bytes", simulation.emds_bytes, "memory for metrics")
      ->check(not_negative)
      ->capture_default_str();
  app.add_option("--timeline", options.timeline_file, "write one that ui.perfetto.dev opens");
  app.add_flag("--follow", options.follow, "one line on standard error for each change of a state");
  app.add_flag("--progress", options.progress,
               "lines of JSON on standard error, how far the run is");
}

std::uint64_t memory_here_bytes() {
  std::ifstream file("/proc/meminfo");
  std::string word;
  while (file >> word) {
    std::uint64_t kib = 0;
    if (word == "MemAvailable:" && file >> kib) return kib * 1024;
  }
  return UINT64_MAX;
}

/// What one option alone does not tell. Throws strobe::Error.
void complete(Options& options) {
  const auto policy = protocol::policy_named(options.mode);
  if (!policy) {
    throw Error("there is no mode " + options.mode +
                "; there are strict, adaptive, deterministic, fast");
  }
  options.policy = *policy;
  const auto ranks = static_cast<std::int64_t>(options.nodes) * options.ranks_per_node;
  if (ranks > INT32_MAX) {
    throw Error(base::format("{} ranks are more than the {} that have numbers", ranks, INT32_MAX));
  }
  options.shape.ranks = static_cast<protocol::Rank>(ranks);
  options.replay.ranks = options.shape.ranks;
  options.shape.seed = options.simulation.seed;
  const std::uint64_t wanted = simulation::memory_bytes(options.nodes, options.shape.ranks);
  if (const std::uint64_t free = memory_here_bytes(); wanted > free) {
    throw Error(base::format("{} nodes want {} MB of memory at least, and {} MB are free",
                             options.nodes, wanted / 1'000'000, free / 1'000'000));
  }
  for (const protocol::NodeId node : options.simulation.window.nodes) {
    if (node < 0 || node >= options.nodes) {
      throw Error(
          base::format("there are nodes 0 to {}, and --watch names {}", options.nodes - 1, node));
    }
  }
}

}  // namespace

Parsed parse_options(int argc, char** argv) {
  Options options;
  CLI::App app("Runs a program under buffered coscheduling on a simulated machine; prints JSON.",
               "strobe-simulate");
  app.set_version_flag("--version", "strobe-simulate " + std::string(release::version));
  add_program(app, options);
  add_machine(app, options);
  add_time(app, options);
  add_faults(app, options);
  add_output(app, options);
  try {
    app.parse(argc, argv);
    complete(options);
  } catch (const CLI::CallForHelp&) {
    return {std::nullopt, app.help(), 0};
  } catch (const CLI::CallForVersion& version) {
    return {std::nullopt, base::format("{}\n", version.what()), 0};
  } catch (const CLI::ParseError& error) {
    return {std::nullopt, error.what(), 2};
  } catch (const Error& error) {
    return {std::nullopt, error.what(), 2};
  }
  return {std::move(options), "", 0};
}

}  // namespace strobe::simulate
