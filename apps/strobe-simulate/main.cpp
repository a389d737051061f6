// SPDX-License-Identifier: BSD-3-Clause
//
// Runs a program under buffered coscheduling on a machine that does not exist, and prints what came
// of it as JSON; `strobe simulate` shows it.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <release.hpp>
#include <span>
#include <string>

#include "base/format.hpp"
#include "bcs/monitor/emds_file.hpp"
#include "bcs/monitor/lines.hpp"
#include "bcs/monitor/timeline.hpp"
#include "bcs/simulation/network_file.hpp"
#include "bcs/simulation/script.hpp"
#include "bcs/simulation/simulation.hpp"
#include "bcs/simulation/trace.hpp"
#include "strobe/error.hpp"

namespace {

using namespace strobe;
using namespace strobe::bcs;
using nlohmann::json;

json listing() {
  json networks = json::array();
  for (const simulation::Network& network : simulation::networks()) {
    networks.push_back(json::parse(simulation::described(network)));
  }
  json programs = json::array();
  for (const auto& [name, what] : simulation::workloads()) {
    programs.push_back({{"name", name}, {"what", what}});
  }
  json modes = json::array();
  for (const protocol::Mode& mode : protocol::modes) modes.push_back(mode.name);
  return {{"networks", networks}, {"programs", programs}, {"modes", modes}};
}

json metrics(const monitor::Emds& emds) {
  json globals = json::array();
  for (const monitor::Global& g : emds.globals()) {
    globals.push_back({{"slice", g.slice},
                       {"getts_s", g.getts_s},
                       {"gtdem_s", g.gtdem_s},
                       {"gtmsm_s", g.gtmsm_s},
                       {"gtts_s", g.gtts_s},
                       {"usrts", g.usrts},
                       {"usrdem", g.usrdem},
                       {"usrmsm", g.usrmsm}});
  }
  json locals = json::array();
  for (const monitor::Local& l : emds.locals()) {
    locals.push_back({{"slice", l.slice},
                      {"node", l.node},
                      {"letts_s", l.letts_s},
                      {"ltdem_s", l.ltdem_s},
                      {"ltmsm_s", l.ltmsm_s},
                      {"ltts_s", l.ltts_s},
                      {"np2pdem", l.counts.descriptors},
                      {"np2pmsm", l.counts.scheduled_messages},
                      {"ncolldem", l.counts.called_collectives},
                      {"ncollmsm", l.counts.scheduled_collectives},
                      {"bpts", l.counts.blocked}});
  }
  return {{"global", globals}, {"local", locals}, {"dropped_slices", emds.dropped_slices()}};
}

/// One of the list, or else a file.
std::unique_ptr<simulation::Workload> workload_of(const std::string& program,
                                                  const simulation::Shape& shape) {
  const bool is_listed = std::ranges::any_of(
      simulation::workloads(), [&](const auto& listed) { return listed.name == program; });
  return !is_listed && std::filesystem::is_regular_file(program)
             ? simulation::script_in(program, shape.ranks)
             : simulation::workload_named(program, shape);
}

const char* name_of(simulation::End end) {
  switch (end) {
    case simulation::End::finished:
      return "finished";
    case simulation::End::deadlock:
      return "deadlock";
    case simulation::End::complaint:
      return "wrong program";
    case simulation::End::node_lost:
      return "node lost";
    case simulation::End::limit:
      return "limit of slices";
    case simulation::End::interrupted:
      return "interrupted";
  }
  return "";
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

int status_of(simulation::End end) {
  if (end == simulation::End::interrupted) return 130;
  return end == simulation::End::finished || end == simulation::End::limit ? 0 : 1;
}

volatile std::sig_atomic_t is_interrupted = 0;

/// Lines of JSON for whoever shows a bar: none of a run that is over at once.
class ProgressLines {
 public:
  void tell(const simulation::Progress& progress) {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_) return;
    next_ = now + std::chrono::milliseconds(100);
    const json line = {{"time_s", progress.time_s},
                       {"slices", progress.slices},
                       {"events", progress.events},
                       {"done", progress.done}};
    std::fprintf(stderr, "%s\n", line.dump().c_str());
  }

 private:
  std::chrono::steady_clock::time_point next_ =
      std::chrono::steady_clock::now() + std::chrono::milliseconds(500);
};

/// Of a timeline where no nodes are named.
constexpr protocol::NodeId most_nodes_unnamed = 16;

std::vector<protocol::NodeId> first_nodes(protocol::NodeId nodes) {
  std::vector<protocol::NodeId> first;
  for (protocol::NodeId node = 0; node < std::min(nodes, most_nodes_unnamed); ++node) {
    first.push_back(node);
  }
  return first;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Runs a program under buffered coscheduling on a simulated machine; prints JSON.",
               "strobe-simulate");
  app.set_version_flag("--version", "strobe-simulate " + std::string(release::version));
  std::string program = "barrier";
  std::string format = "script";
  simulation::Replay replay;
  std::string network = "qsnet";
  std::string mode = "strict";
  protocol::NodeId nodes = 32;
  protocol::Rank ranks_per_node = 2;
  simulation::Shape shape;
  simulation::Conditions conditions;
  simulation::Options options;
  std::int64_t slice_bytes = 0;
  std::int64_t eager_bytes = -1;
  double slice_us = 250;
  double grain_us = 1000;
  double noise_us = 0;
  double noise_period_us = 0;
  std::string jitter_shape = "exponential";
  std::string drift_shape = "constant";
  double drift_period_us = 1e6;
  double timer_late_us = 0;
  std::string timer_late_shape = "exponential";
  std::vector<double> dies_us;
  double stops_us = 0;
  bool lists = false;
  bool follows = false;
  bool tells_progress = false;
  std::string timeline_file;
  std::string emds_file;
  app.add_option("program", program, "which of --list, or a file with a script")
      ->capture_default_str();
  app.add_option("--format", format, "of that file: script, or trace (of SimGrid)")
      ->check(CLI::IsMember({"script", "trace"}))
      ->capture_default_str();
  app.add_option("--flops-per-second", replay.flops_per_second, "of a processor, for a trace")
      ->check(CLI::PositiveNumber);
  app.add_flag("--list", lists, "the programs, networks and modes that there are");
  app.add_option("--network", network, "which of --list, or a file")->capture_default_str();
  app.add_option("--mode", mode, "strict, adaptive, deterministic or fast")->capture_default_str();
  app.add_option("--nodes", nodes, "compute nodes")->check(CLI::PositiveNumber);
  app.add_option("--ranks-per-node", ranks_per_node, "processes a node")
      ->check(CLI::PositiveNumber);
  app.add_option("--steps", shape.steps, "of the program")->capture_default_str();
  app.add_option("--grain", grain_us, "microseconds of computation a step")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--size", shape.bytes, "bytes of a message")->check(CLI::NonNegativeNumber);
  app.add_option("--slice", slice_us, "microseconds of a time slice")->check(CLI::PositiveNumber);
  app.add_option("--slice-bytes", slice_bytes, "that a node receives in a slice at most");
  app.add_option("--eager", eager_bytes, "bytes of a send that is complete at once");
  app.add_option("--seed", options.seed, "of all that is drawn")->capture_default_str();
  app.add_option("--jitter", conditions.jitter, "a block is late by so many start-up times")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--jitter-shape", jitter_shape, "how late the single block is")
      ->capture_default_str();
  app.add_option("--noise", noise_us, "microseconds that the system takes ...");
  app.add_option("--noise-period", noise_period_us, "... each so many microseconds");
  app.add_option("--drift", conditions.drift, "that the strobe sender's clock gains: a part")
      ->check(CLI::Range(-simulation::Clock::highest_rate, simulation::Clock::highest_rate));
  app.add_option("--drift-shape", drift_shape, "constant, linear, periodic or random-walk")
      ->capture_default_str();
  app.add_option("--drift-period", drift_period_us, "microseconds, of the shape")
      ->check(CLI::PositiveNumber);
  app.add_option("--timer-late", timer_late_us, "microseconds that the strobe sender's timer is")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--timer-late-shape", timer_late_shape, "how late the single time")
      ->capture_default_str();
  app.add_option("--loss", conditions.loss, "a block is lost, and sent again")
      ->check(CLI::Range(0.0, 0.9));
  app.add_option("--slow-nodes", conditions.slow_nodes, "which")->delimiter(',');
  app.add_option("--slow-factor", conditions.slow_factor, "how slow")->check(CLI::PositiveNumber);
  app.add_option("--strobe-sender-dies", dies_us, "microseconds after the begin")->delimiter(',');
  app.add_option("--stop-node", conditions.stopped_node, "which");
  app.add_option("--stop-at", stops_us, "microseconds after the begin");
  app.add_option("--most-slices", options.most_slices, "after which the run ends");
  app.add_option("--watch", options.window.nodes, "nodes whose metrics are kept")->delimiter(',');
  app.add_option("--first-slice", options.window.first_slice, "of which metrics are kept");
  app.add_option("--last-slice", options.window.last_slice, "of which metrics are kept");
  app.add_flag("--follow", follows, "one line on standard error for each change of a state");
  app.add_flag("--progress", tells_progress, "lines of JSON on standard error, how far the run is");
  app.add_option("--emds", emds_file, "write metrics as csv, those that memory does not hold too");
  app.add_option("--emds-bytes", options.emds_bytes, "memory for metrics")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_option("--timeline", timeline_file, "write one that ui.perfetto.dev opens");
  CLI11_PARSE(app, argc, argv);
  try {
    if (lists) {
      std::puts(listing().dump().c_str());
      return 0;
    }
    const auto policy = protocol::policy_named(mode);
    if (!policy) {
      throw Error("there is no mode " + mode + "; there are strict, adaptive, deterministic, fast");
    }
    const std::uint64_t ranks =
        static_cast<std::uint64_t>(nodes) * static_cast<std::uint64_t>(ranks_per_node);
    const std::uint64_t wanted =
        simulation::memory_bytes(nodes, static_cast<protocol::Rank>(ranks));
    if (wanted > memory_here_bytes()) {
      throw Error(base::format("{} nodes want {} MB of memory at least, and {} MB are free", nodes,
                               wanted / 1'000'000, memory_here_bytes() / 1'000'000));
    }
    for (const protocol::NodeId node : options.window.nodes) {
      if (node < 0 || node >= nodes) {
        throw Error(base::format("there are nodes 0 to {}, and --watch names {}", nodes - 1, node));
      }
    }
    constexpr double us = 1e-6;
    shape.ranks = static_cast<protocol::Rank>(ranks);
    shape.grain_s = grain_us * us;
    shape.seed = options.seed;
    conditions.slice_s = slice_us * us;
    conditions.jitter_spread = simulation::spread_named(jitter_shape);
    conditions.drift_shape = simulation::drift_named(drift_shape);
    conditions.drift_period_s = drift_period_us * us;
    conditions.timer_late_s = timer_late_us * us;
    conditions.timer_spread = simulation::spread_named(timer_late_shape);
    conditions.noise_s = noise_us * us;
    conditions.noise_period_s = noise_period_us * us;
    for (const double at_us : dies_us) conditions.strobe_sender_dies_s.push_back(at_us * us);
    conditions.stops_s = stops_us * us;
    const simulation::Network found = simulation::network_of(network);
    protocol::Job job = protocol::Job::blocks(*policy, nodes, ranks_per_node);
    job.slice_bytes = slice_bytes > 0 ? slice_bytes : found.slice_bytes(conditions.slice_s);
    job.eager_bytes = eager_bytes;
    std::optional<monitor::EmdsFile> emds;
    if (!emds_file.empty()) {
      emds.emplace(emds_file);
      options.emds_sink = [&](const monitor::Global& global,
                              std::span<const monitor::Local> locals) {
        emds->write(global, locals);
      };
    }
    // What was gathered until then is kept. Who is to ignore the signal ignores it.
    if (std::signal(SIGINT, [](int) { is_interrupted = 1; }) == SIG_IGN) {
      std::signal(SIGINT, SIG_IGN);
    }
    ProgressLines lines_of_progress;
    options.goes_on = [&](const simulation::Progress& progress) {
      if (tells_progress) lines_of_progress.tell(progress);
      return is_interrupted == 0;
    };
    replay.ranks = shape.ranks;
    std::unique_ptr<simulation::Workload> workload =
        format == "trace" ? simulation::trace_in(program, replay) : workload_of(program, shape);
    simulation::Simulation simulation(job, found, conditions, std::move(workload), options);
    monitor::Lines lines([](double at_s, const std::string& line) {
      std::fprintf(stderr, "%14.3f us  %s\n", at_s * 1e6, line.c_str());
    });
    if (follows) simulation.watch(lines);
    std::optional<monitor::Timeline> timeline;
    if (!timeline_file.empty()) {
      const auto& named = options.window.nodes;
      timeline.emplace(timeline_file, job, named.empty() ? first_nodes(nodes) : named);
      simulation.watch(*timeline);
    }
    const auto begin = std::chrono::steady_clock::now();
    simulation::Outcome outcome = simulation.run();
    if (emds) emds->flush();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    if (timeline && options.window.nodes.empty() && nodes > most_nodes_unnamed) {
      outcome.sentences.push_back(base::format(
          "the timeline has nodes 0 to {}; --watch names others", most_nodes_unnamed - 1));
    }
    const json printed = {{"seed", options.seed},
                          {"release", release::version},
                          {"program", program},
                          {"network", network},
                          {"mode", mode},
                          {"nodes", nodes},
                          {"ranks", ranks},
                          {"slice_s", conditions.slice_s},
                          {"end", name_of(outcome.end)},
                          {"sentences", outcome.sentences},
                          {"time_s", outcome.time_s},
                          {"slices", outcome.slices},
                          {"events", outcome.events},
                          {"wall_s", took.count()},
                          {"hash", base::format("{:016x}", outcome.hash)},
                          {"emds", metrics(simulation.emds())}};
    std::puts(printed.dump().c_str());
    return status_of(outcome.end);
  } catch (const Error& error) {
    std::fprintf(stderr, "strobe-simulate: %s\n", error.what());
    return 2;
  }
}
