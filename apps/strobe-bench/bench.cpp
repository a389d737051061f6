// SPDX-License-Identifier: BSD-3-Clause
#include "bench.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "base/format.hpp"
#include "base/join.hpp"
#include "kernels/find_kernel.hpp"
#include "measure/binding.hpp"
#include "measure/launch_runner.hpp"
#include "measure/memory_nodes.hpp"
#include "measure/processors.hpp"
#include "options.hpp"
#include "preparation.hpp"
#include "table.hpp"

namespace strobe::bench {
namespace {

/// What a cell's samples wait for when none comes.
std::string reason_of_hang(const std::string& cell, std::chrono::milliseconds limit) {
  const measure::ParsedKey key = measure::parse_cell_key(cell);
  const std::string known = kernels::find_kernel<Layer>(key.kernel).info.deadlock(key.point);
  return base::format("no sample for {} s: its processes wait for each other{}{}",
                      static_cast<double>(limit.count()) / 1e3, known.empty() ? "" : "; ", known);
}

/// The first process: records, leads and prints.
int lead(const measure::LayerFacts& layer, const Options& options, Preparation& prepared,
         measure::LaunchRunner<Layer>& runner, std::span<const measure::Process> processes,
         kernels::blas::Libraries& libraries, std::vector<std::string> command) {
  measure::Recorder& recorder = prepared.recorder;
  if (!prepared.chosen.left_out.empty()) {
    base::print(stderr, "note: left out, since {} does not offer it: {}\n", layer.library,
                base::join(prepared.chosen.left_out, ", "));
  }
  try {
    recorder.launch(launch_facts(layer, options, prepared,
                                 {runner.clock_facts(), runner.oversubscribed()}, processes,
                                 std::move(command)));
    record_libraries(recorder, prepared.plan, libraries, options);
    recorder.plan(prepared.plan.cells().size(), options.plan.budget_s);
    runner.lead(prepared.plan, recorder, measure::Regimes(prepared.interrupted.regimes));
  } catch (const measure::RecordError& error) {
    runner.dismiss();
    say(error.what());
    return not_recorded;
  }
  base::print(stdout, "{}", format_results(prepared.plan, options.format));
  std::fflush(stdout);
  const bool failed = std::ranges::any_of(prepared.plan.cells(), [](const measure::Cell& cell) {
    return cell.status == measure::CellStatus::failed;
  });
  return failed ? cell_failed : complete;
}

/// Binds the host to its CPUs, where that was asked for. Returns the same status on every process.
int bind_host(Layer& world, const Options& options) {
  if (options.given.host_cpus.empty()) return complete;
  std::int32_t own = complete;
  if (world.rank().value == options.given.host_rank) {
    try {
      measure::bind_to(measure::parse_cpus(options.given.host_cpus));
    } catch (const Error& error) {
      say(base::format("--host-cpus {}: {}", options.given.host_cpus, error.what()));
      own = bad_input;
    }
  }
  std::int32_t all = own;
  world.allreduce(std::as_bytes(std::span(&own, 1)), std::as_writable_bytes(std::span(&all, 1)),
                  layer::Element::int32, layer::Operation::maximum);
  return all;
}

}  // namespace

LayerKernels layer_kernels() {
  LayerKernels all{.has_everything = layer::OneSided<Layer> && layer::Files<Layer> &&
                                     layer::PersistentCollectives<Layer> &&
                                     layer::VaryingCollectives<Layer> && layer::ReadySends<Layer>,
                   .infos = {},
                   .find = [](std::string_view name) -> const measure::KernelInfo& {
                     return kernels::find_kernel<Layer>(name).info;
                   },
                   .require =
                       [](const measure::KernelInfo& info, const measure::Point& point,
                          const kernels::Resources& resources) {
                         const auto& entry = kernels::find_kernel<Layer>(info.name);
                         if (entry.require) entry.require(point, resources);
                       }};
  for (const auto& entry : kernels::catalogue<Layer>()) all.infos.push_back(&entry.info);
  return all;
}

int measure_all(Layer& world, const measure::LayerFacts& facts, const Invocation& invocation,
                std::optional<measure::TimedRegion> initialisation) {
  const bool is_first = world.rank() == layer::Rank{0};
  Parsed parsed = parse_options(invocation.argc, invocation.argv, invocation.start);
  if (!parsed.options) {
    if (is_first) say(parsed.text);
    return parsed.status;
  }
  Options& options = *parsed.options;
  if (options.given.expect_ranks && *options.given.expect_ranks != world.size()) {
    say(base::format(
        "{} processes were to be started, but this one sees {}: the launcher belongs to "
        "another MPI than '{}', which this executable was built for",
        *options.given.expect_ranks, world.size(), facts.library));
    return bad_input;
  }
  if (options.given.host_rank >= world.size()) {
    if (is_first) {
      say(base::format(
          "--host-rank is {}, and the run has {} processes: choose a rank from 0 to {}",
          options.given.host_rank, world.size(), world.size() - 1));
    }
    return bad_input;
  }
  int status = bind_host(world, options);
  if (status != complete) return status;
  const std::vector<measure::Process> processes = measure::gather_process_facts(world);
  kernels::Resources resources{
      .libraries = nullptr, .initialisation = initialisation, .scratch = options.scratch};
  std::optional<Preparation> prepared;
  if (is_first) {
    try {
      resources.mapping = std::make_shared<kernels::matrix::Mapping>(options.given.adjacency);
      resources.libraries = libraries_of(options);
      measure::Machine machine = measure::machine_of(processes);
      machine.set_memory_nodes(measure::memory_nodes());
      machine.set_libraries(resources.libraries->names());
      machine.set_host(options.given.host_rank);
      machine.set_processors(measure::permitted_processors());
      prepared.emplace(prepare(options, layer_kernels(), resources, std::move(machine)));
    } catch (const std::exception& error) {
      say(error.what());
      status =
          dynamic_cast<const measure::RecordError*>(&error) != nullptr ? not_recorded : bad_input;
    }
  }
  world.broadcast(std::as_writable_bytes(std::span(&status, 1)), layer::Rank{0});
  if (status != complete) return status;
  if (!is_first)
    resources.mapping = std::make_shared<kernels::matrix::Mapping>(options.given.adjacency);

  // Ends the process where it stands: its main thread is inside a call that never returns.
  measure::Watchdog watchdog([&](const std::string& cell) {
    if (is_first) {
      const std::string reason = reason_of_hang(cell, options.hang_after);
      say(base::format("the cell '{}' hung: {}", cell, reason));
      try {
        prepared->recorder.cell_end(cell, measure::CellStatus::hung, reason, 0, 0, 0.0);
      } catch (const measure::RecordError& error) {
        say(error.what());
      }
    }
    std::_Exit(hung);
  });
  measure::LaunchRunner<Layer> runner(
      world, processes,
      [&resources](Layer& group, const std::string& cell) {
        const measure::ParsedKey key = measure::parse_cell_key(cell);
        return kernels::find_kernel<Layer>(key.kernel).make(group, key.point, resources);
      },
      watchdog, {.sample_s = options.given.sample_s, .hang_after = options.hang_after});
  if (is_first) {
    return lead(facts, options, *prepared, runner, processes, *resources.libraries,
                {invocation.argv, invocation.argv + invocation.argc});
  }
  runner.follow();
  return complete;
}

}  // namespace strobe::bench
