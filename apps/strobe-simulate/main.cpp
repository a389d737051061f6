// SPDX-License-Identifier: BSD-3-Clause
//
// Runs a program under buffered coscheduling on a simulated machine and prints the result as JSON.
// `strobe simulate` calls this program.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "base/format.hpp"
#include "bcs/monitor/emds_file.hpp"
#include "bcs/monitor/event_log.hpp"
#include "bcs/monitor/lines.hpp"
#include "bcs/monitor/timeline.hpp"
#include "bcs/simulation/script.hpp"
#include "bcs/simulation/simulation.hpp"
#include "bcs/simulation/trace.hpp"
#include "command_line/line.hpp"
#include "network/file.hpp"
#include "options.hpp"
#include "printed.hpp"
#include "strobe/error.hpp"

namespace strobe::simulate {

namespace {

using namespace bcs;

volatile std::sig_atomic_t is_interrupted = 0;

/// A built-in program by name, or else a program from a file.
std::unique_ptr<simulation::Workload> workload_of(const Options& options) {
  const std::string& program = options.given.program;
  if (options.given.format == "trace") return simulation::trace_in(program, options.replay);
  const bool is_listed = std::ranges::any_of(
      simulation::workloads(), [&](const auto& listed) { return listed.name == program; });
  return !is_listed && std::filesystem::is_regular_file(program)
             ? simulation::script_in(program, options.shape.ranks)
             : simulation::workload_named(program, options.shape);
}

/// Prints progress as JSON lines. Short runs print none.
class ProgressLines {
 public:
  void print(const simulation::Progress& progress) {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_) return;
    next_ = now + std::chrono::milliseconds(100);
    std::fprintf(stderr, "%s\n", printed(progress).c_str());
  }

 private:
  std::chrono::steady_clock::time_point next_ =
      std::chrono::steady_clock::now() + std::chrono::milliseconds(500);
};

/// The number of nodes in a timeline if the user selects none.
constexpr protocol::NodeId default_timeline_nodes = 16;

std::vector<protocol::NodeId> first_nodes(protocol::NodeId nodes) {
  std::vector<protocol::NodeId> first;
  for (protocol::NodeId node = 0; node < std::min(nodes, default_timeline_nodes); ++node) {
    first.push_back(node);
  }
  return first;
}

int status_of(simulation::End end) {
  if (end == simulation::End::interrupted) return 130;
  return end == simulation::End::finished || end == simulation::End::limit ? 0 : 1;
}

int run(Options& options) {
  network::Network network = network::network_of(options.given.network);
  network.t_o = command_line::line("--t-o", options.given.t_o, network.t_o);
  network.parallel_transfers =
      options.given.parallel_transfers.value_or(network.parallel_transfers);
  protocol::Job job =
      protocol::Job::blocks(options.policy, options.given.nodes, options.given.ranks_per_node);
  job.slice_bytes = options.given.slice_bytes > 0 ? options.given.slice_bytes
                                                  : network.slice_bytes(options.conditions.slice_s);
  job.eager_bytes = options.given.eager;
  std::optional<monitor::EmdsFile> emds;
  if (!options.given.emds.empty()) {
    emds.emplace(options.given.emds);
    options.simulation.emds_sink = [&](const monitor::Global& global,
                                       std::span<const monitor::Local> locals) {
      emds->write(global, locals);
    };
  }
  // An interrupted run keeps its results. A shell makes background programs ignore this signal, but
  // `strobe simulate` sends it on purpose.
  std::signal(SIGINT, [](int) { is_interrupted = 1; });
  ProgressLines progress_lines;
  options.simulation.keep_running = [&](const simulation::Progress& progress) {
    if (options.given.progress) progress_lines.print(progress);
    return is_interrupted == 0;
  };
  simulation::Simulation simulation(job, network, options.conditions, workload_of(options),
                                    options.simulation);
  monitor::Lines lines([](double at_s, const std::string& line) {
    std::fprintf(stderr, "%14.3f us  %s\n", at_s * 1e6, line.c_str());
  });
  if (options.given.follow) simulation.watch(lines);
  const auto& watched = options.simulation.window.nodes;
  std::optional<monitor::Timeline> timeline;
  if (!options.given.timeline.empty()) {
    timeline.emplace(options.given.timeline, job,
                     watched.empty() ? first_nodes(options.given.nodes) : watched);
    simulation.watch(*timeline);
  }
  std::optional<monitor::EventLog> events;
  if (!options.given.events.empty()) {
    simulation.watch(events.emplace(options.given.events, job));
  }
  const auto begin = std::chrono::steady_clock::now();
  simulation::Outcome outcome = simulation.run();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  if (emds) emds->flush();
  if (timeline && watched.empty() && options.given.nodes > default_timeline_nodes) {
    outcome.sentences.push_back(
        base::format("the timeline has nodes 0 to {} only; use --watch to select other nodes",
                     default_timeline_nodes - 1));
  }
  if (outcome.combined_in_no_time > 0) {
    outcome.sentences.emplace_back(
        "reductions combine their data in no time, because the network has no T_o; add --t-o TIME");
  }
  std::puts(printed(options, outcome, took.count(), simulation.emds()).c_str());
  return status_of(outcome.end);
}

}  // namespace

}  // namespace strobe::simulate

int main(int argc, char** argv) {
  using namespace strobe;
  simulate::Parsed parsed = simulate::parse_options(argc, argv);
  if (!parsed.options) {
    std::FILE* const stream = parsed.status == 0 ? stdout : stderr;
    std::fprintf(stream, parsed.status == 0 ? "%s" : "strobe-simulate: %s\n", parsed.text.c_str());
    return parsed.status;
  }
  try {
    if (parsed.options->given.list) {
      std::puts(simulate::listing().c_str());
      return 0;
    }
    return simulate::run(*parsed.options);
  } catch (const Error& error) {
    std::fprintf(stderr, "strobe-simulate: %s\n", error.what());
    return 2;
  }
}
