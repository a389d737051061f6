// SPDX-License-Identifier: BSD-3-Clause
//
// The functions of strobe/bcs_simulation.h: the machine, and a run of a job on it.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/format.hpp"
#include "bcs/api/groups.hpp"
#include "bcs/api/simulated_process.hpp"
#include "bcs/monitor/event_log.hpp"
#include "bcs/simulation/recorded_delays.hpp"
#include "network/file.hpp"
#include "strobe/bcs_simulation.h"
#include "strobe/error.hpp"

namespace strobe::bcs::api {

namespace {

using protocol::Job;
using simulation::Conditions;
using simulation::End;

/// The processes of a job, as a workload of the simulation.
class Processes final : public simulation::Workload {
 public:
  Processes(World& world, std::size_t stack_bytes, const std::function<void()>& program) {
    for (Rank rank = 0; rank < world.job->ranks(); ++rank) {
      processes_.push_back(std::make_unique<SimulatedProcess>(world, rank, stack_bytes, program));
    }
  }
  simulation::Activity next(Rank rank, std::uint64_t /*activities*/, const Answer& last) override {
    return processes_[static_cast<std::size_t>(rank)]->next(last);
  }

 private:
  std::vector<std::unique_ptr<SimulatedProcess>> processes_;
};

void require(bool holds, const char* otherwise) {
  if (!holds) throw Error(otherwise);
}

bool is_time(double seconds) { return std::isfinite(seconds) && seconds >= 0; }

void check(const bcs_machine& machine) {
  require(machine.network != nullptr, "network must be the name of a network");
  require(static_cast<std::size_t>(machine.mode) < std::size(protocol::modes),
          "mode must be bcs_strict, bcs_adaptive, bcs_deterministic or bcs_fast");
  require(machine.nodes > 0 && machine.ranks_per_node > 0,
          "nodes and ranks_per_node must be at least 1");
  require(machine.nodes <= INT32_MAX / machine.ranks_per_node,
          "nodes times ranks_per_node must be at most 2147483647");
  require(std::isfinite(machine.slice_s) && machine.slice_s > 0, "slice_s must be above 0");
  require(machine.slice_bytes >= 0, "slice_bytes must not be negative");
  require(is_time(machine.call_s) && is_time(machine.restart_s) &&
              is_time(machine.noise_period_s) && is_time(machine.noise_s) &&
              is_time(machine.stops_s),
          "call_s, restart_s, noise_period_s, noise_s and stops_s must be finite and not negative");
  require(is_time(machine.jitter), "jitter must be finite and not negative");
  require(machine.loss >= 0 && machine.loss <= 0.9, "loss must be from 0 to 0.9");
  require(std::isfinite(machine.slow_factor) && machine.slow_factor > 0,
          "slow_factor must be finite and above 0");
  require(machine.slow_node < machine.nodes && machine.stopped_node < machine.nodes,
          "slow_node and stopped_node must be below nodes");
  require(machine.stack_bytes >= 16384, "stack_bytes must be at least 16384");
  const char* const wrong_group = group_error(machine.groups, machine.group);
  require(wrong_group == nullptr, wrong_group);
}

Job job_of(const bcs_machine& machine, const network::Network& network) {
  const protocol::Policy policy = protocol::modes[machine.mode].policy;
  Job job = Job::blocks(policy, machine.nodes, machine.ranks_per_node);
  if (machine.node_of != nullptr) {
    job = Job(policy, {machine.node_of, machine.node_of + job.ranks()});
    require(job.nodes() == machine.nodes, "node_of must place ranks on each of `nodes` nodes");
  }
  for (std::int32_t g = 0; g < machine.groups; ++g) {
    const bcs_group& group = machine.group[g];
    job.add_communicator({group.ranks, group.ranks + group.size});
  }
  job.slice_bytes =
      machine.slice_bytes > 0 ? machine.slice_bytes : network.slice_bytes(machine.slice_s);
  job.eager_bytes = machine.eager_bytes;
  return job;
}

Conditions conditions_of(const bcs_machine& machine) {
  Conditions conditions;
  conditions.slice_s = machine.slice_s;
  conditions.call_s = machine.call_s;
  conditions.restart_s = machine.restart_s;
  conditions.jitter = machine.jitter;
  conditions.noise_period_s = machine.noise_period_s;
  conditions.noise_s = machine.noise_s;
  if (machine.slow_node >= 0) conditions.slow_nodes = {machine.slow_node};
  conditions.slow_factor = machine.slow_factor;
  conditions.loss = machine.loss;
  conditions.stopped_node = machine.stopped_node;
  conditions.stops_s = machine.stops_s;
  return conditions;
}

bcs_end end_of(End end) {
  switch (end) {
    case End::finished:
      return bcs_end_finished;
    case End::deadlock:
      return bcs_end_deadlock;
    case End::program_error:
      return bcs_end_wrong_program;
    case End::node_lost:
      return bcs_end_node_lost;
    case End::limit:
    case End::interrupted:  // does not occur: this run has no callback
      return bcs_end_limit;
  }
  return bcs_end_limit;
}

char* text_of(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += sentence + "\n";
  auto* const copied = static_cast<char*>(std::malloc(text.size() + 1));
  if (copied == nullptr) throw std::bad_alloc();
  std::memcpy(copied, text.c_str(), text.size() + 1);
  return copied;
}

/// The program, with the delays of another run if the machine has them.
std::unique_ptr<simulation::Workload> workload_of(const bcs_machine& machine, World& world,
                                                  const std::function<void()>& program) {
  auto processes =
      std::make_unique<Processes>(world, static_cast<std::size_t>(machine.stack_bytes), program);
  if (machine.delays == nullptr) return processes;
  return std::make_unique<simulation::RecordedDelays>(
      std::move(processes), world.job->ranks(), monitor::calls_of(machine.delays), machine.slice_s,
      machine.call_s, [&world] { return world.simulation->now_s(); });
}

void run(const bcs_machine& machine, const std::function<void()>& program, bcs_outcome& outcome) {
  check(machine);
  const network::Network network = network::network_of(machine.network);
  World world;
  Job job = job_of(machine, network);
  job.combine = [&](const protocol::Signature& signature, std::uint64_t lower,
                    std::uint64_t upper) { return world.store.combine(signature, lower, upper); };
  world.job = &job;
  world.network = &network;
  simulation::Simulation simulation(
      job, network, conditions_of(machine), workload_of(machine, world, program),
      {.seed = machine.seed, .most_slices = machine.most_slices, .window = {.last_slice = 0}});
  world.simulation = &simulation;
  std::optional<monitor::EventLog> events;
  if (machine.events != nullptr) simulation.watch(events.emplace(machine.events, job));
  const simulation::Outcome found = simulation.run();
  outcome.report = text_of(found.sentences);
  outcome.end = end_of(found.end);
  outcome.time_s = found.time_s;
  outcome.slices = found.slices;
  outcome.events = found.events;
  outcome.hash = found.hash;
}

}  // namespace

// The header declares them outside of the namespace, without visibility of these definitions.
extern "C" {

STROBE_BCS_API void bcs_machine_initialise(bcs_machine* machine) {
  const simulation::Conditions usual;
  if (machine == nullptr) return;
  *machine = {.network = "qsnet",
              .mode = bcs_strict,
              .nodes = 32,
              .ranks_per_node = 2,
              .slice_s = usual.slice_s,
              .eager_bytes = -1,
              .seed = 1,
              .call_s = usual.call_s,
              .restart_s = usual.restart_s,
              .slow_node = -1,
              .slow_factor = 1.0,
              .stopped_node = -1,
              .most_slices = UINT32_MAX,
              .stack_bytes = 256 * 1024};
}

STROBE_BCS_API int bcs_simulate(const bcs_machine* machine, void (*process)(void* argument),
                                void* argument, bcs_outcome* outcome) {
  if (outcome != nullptr) *outcome = {};
  if (machine == nullptr || process == nullptr || outcome == nullptr || current() != nullptr) {
    return bcs_error_argument;
  }
  try {
    run(*machine, [=] { process(argument); }, *outcome);
    return bcs_ok;
  } catch (const Error& error) {
    outcome->report = strdup(error.what());
    return bcs_error_machine;
  } catch (...) {
    return bcs_error_memory;
  }
}

STROBE_BCS_API void bcs_outcome_free(bcs_outcome* outcome) {
  if (outcome == nullptr) return;
  std::free(outcome->report);
  outcome->report = nullptr;
}

}  // extern "C"

}  // namespace strobe::bcs::api
