// SPDX-License-Identifier: BSD-3-Clause
//
// The names of strobe/bcs_simulation.h: the machine, and a run of a job on it.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "base/format.hpp"
#include "bcs/api/simulated_process.hpp"
#include "bcs/simulation/network_file.hpp"
#include "strobe/bcs_simulation.h"
#include "strobe/error.hpp"

namespace strobe::bcs::api {

namespace {

using protocol::Job;
using simulation::Conditions;
using simulation::End;

/// Hands each process on to the simulation.
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

void want(bool holds, const char* otherwise) {
  if (!holds) throw Error(otherwise);
}

bool is_time(double seconds) { return std::isfinite(seconds) && seconds >= 0; }

void check(const bcs_machine& machine) {
  want(machine.network != nullptr, "a machine has a network, by its name");
  want(static_cast<std::size_t>(machine.mode) < std::size(protocol::modes),
       "a mode is bcs_strict, bcs_adaptive, bcs_deterministic or bcs_fast");
  want(machine.nodes > 0 && machine.ranks_per_node > 0,
       "a machine has one node and one process a node at least");
  want(machine.nodes <= INT32_MAX / machine.ranks_per_node, "so many processes have no ranks");
  want(std::isfinite(machine.slice_s) && machine.slice_s > 0, "a slice takes more than 0 seconds");
  want(machine.slice_bytes >= 0, "a slice moves no negative number of bytes");
  want(is_time(machine.call_s) && is_time(machine.restart_s) && is_time(machine.noise_period_s) &&
           is_time(machine.noise_s) && is_time(machine.stops_s),
       "times of a machine are seconds, and none is negative");
  want(is_time(machine.jitter), "jitter is a part of the start-up time, and not negative");
  want(machine.loss >= 0 && machine.loss <= 0.9, "a loss is a probability from 0 to 0.9");
  want(std::isfinite(machine.slow_factor) && machine.slow_factor > 0,
       "a node is slow by a factor that is positive");
  want(machine.slow_node < machine.nodes && machine.stopped_node < machine.nodes,
       "nodes are numbered from 0, and there are only so many");
  want(machine.stack_bytes >= 16384, "a process has a stack of 16384 bytes at least");
  want(machine.groups >= 0 && (machine.groups == 0 || machine.group != nullptr),
       "groups are as many as are listed");
}

Job job_of(const bcs_machine& machine, const simulation::Network& network) {
  const protocol::Policy policy = protocol::modes[machine.mode].policy;
  Job job = Job::blocks(policy, machine.nodes, machine.ranks_per_node);
  if (machine.node_of != nullptr) {
    job = Job(policy, {machine.node_of, machine.node_of + job.ranks()});
    want(job.nodes() == machine.nodes, "node_of names as many nodes as the machine has");
  }
  for (std::int32_t g = 0; g < machine.groups; ++g) {
    const bcs_group& group = machine.group[g];
    want(group.size > 0 && group.ranks != nullptr, "a group has one rank at least");
    std::vector<Rank> ranks(group.ranks, group.ranks + group.size);
    std::vector<Rank> sorted = ranks;
    std::ranges::sort(sorted);
    want(std::ranges::adjacent_find(sorted) == sorted.end(), "a group has a rank only once");
    job.add_communicator(std::move(ranks));
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
    case End::complaint:
      return bcs_end_wrong_program;
    case End::node_lost:
      return bcs_end_node_lost;
    case End::limit:
    case End::interrupted:  // which nobody does here
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

void run(const bcs_machine& machine, const std::function<void()>& program, bcs_outcome& outcome) {
  check(machine);
  const simulation::Network network = simulation::network_of(machine.network);
  World world;
  Job job = job_of(machine, network);
  job.combine = [&](const protocol::Signature& signature, std::uint64_t lower,
                    std::uint64_t upper) { return world.store.combine(signature, lower, upper); };
  world.job = &job;
  simulation::Simulation simulation(
      job, network, conditions_of(machine),
      std::make_unique<Processes>(world, static_cast<std::size_t>(machine.stack_bytes), program),
      {.seed = machine.seed, .most_slices = machine.most_slices, .window = {.last_slice = 0}});
  world.simulation = &simulation;
  const simulation::Outcome found = simulation.run();
  outcome.report = text_of(found.sentences);
  outcome.end = end_of(found.end);
  outcome.time_s = found.time_s;
  outcome.slices = found.slices;
  outcome.events = found.events;
  outcome.hash = found.hash;
}

}  // namespace

// The header declares them outside the namespace, so that who shall see them is said again.
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
