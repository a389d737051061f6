// SPDX-License-Identifier: BSD-3-Clause
#include "bench.hpp"

#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <release.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/format.hpp"
#include "chosen_suite.hpp"
#include "kernels/catalogue.hpp"
#include "measure/binding.hpp"
#include "measure/launch_runner.hpp"
#include "measure/memory.hpp"
#include "measure/memory_nodes.hpp"
#include "measure/processors.hpp"
#include "options.hpp"
#include "own_folder.hpp"
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

/// Refuses, with the reason of the first, a run in which no cell can be on this machine.
void refuse_if_all_skipped(const measure::Plan& plan) {
  const auto is_skipped = [](const measure::Cell& cell) {
    return cell.status == measure::CellStatus::skipped;
  };
  if (!std::ranges::all_of(plan.cells(), is_skipped)) return;
  const measure::Cell& cell = plan.cells().front();
  throw Error(base::format("{} cannot be measured here: {}", cell.kernel->name, cell.reason));
}

/// What the first process needs before anything is measured; every refusal happens in here.
struct Preparation {
  ChosenSuite chosen;
  measure::Plan plan;
  measure::Recorder recorder;
  measure::InterruptedLaunch interrupted;
};

/// Tells a plan what an interrupted launch has done of it.
void take_up(measure::Plan& plan, const measure::InterruptedLaunch& interrupted) {
  for (const auto& [share, value] : interrupted.shares) {
    plan.restore_share(share[0], share[1], share[2], value);
  }
  for (const auto& [cell, status] : interrupted.ended) {
    const auto visits = interrupted.visits.find(cell);
    plan.restore_ended(cell, status,
                       visits == interrupted.visits.end()
                           ? std::span<const measure::Plan::VisitResult>()
                           : visits->second);
  }
}

/// Puts in place what the suite and the command line want of the plan.
Preparation prepare(Options& options, const kernels::Resources& resources,
                    measure::Machine machine) {
  const auto require = [&resources, machine](const measure::KernelInfo& info,
                                             const measure::Point& point) {
    const auto& entry = kernels::find_kernel<Layer>(info.name);
    if (entry.require) entry.require(point, resources);
    measure::require_memory(info, point, machine);
  };
  ChosenSuite chosen = chosen_suite(options);
  options.plan = measure::with_requested(
      measure::with_requested(options.plan, chosen.suite.requested), options.requested);
  Preparation prepared{.chosen = std::move(chosen),
                       .plan = measure::Plan(options.plan, std::move(machine), require),
                       .recorder = measure::Recorder(),
                       .interrupted = {}};
  for (const measure::Experiment& experiment : prepared.chosen.suite.experiments) {
    prepared.plan.add(kernels::find_kernel<Layer>(experiment.kernel).info, experiment);
  }
  if (options.given.resume) {
    prepared.interrupted =
        measure::read_interrupted_launch(options.given.record, options.given.launch);
    take_up(prepared.plan, prepared.interrupted);
  }
  prepared.plan.plan_deferred(0.0);
  refuse_if_all_skipped(prepared.plan);
  if (!options.given.record.empty()) {
    prepared.recorder = measure::Recorder(options.given.record);
  } else if (options.format == Format::jsonl) {
    prepared.recorder = measure::Recorder("-");
  }
  return prepared;
}

measure::LaunchFacts launch_facts(const measure::LayerFacts& layer, const Options& options,
                                  const Preparation& prepared,
                                  const measure::LaunchRunner<Layer>& runner,
                                  std::span<const measure::Process> processes,
                                  std::vector<std::string> command) {
  measure::LaunchFacts facts{
      .launch = options.given.launch,
      .version = std::string(release::version),
      .commit = std::string(release::commit),
      .command = std::move(command),
      .suite = prepared.chosen.suite.name,
      .suite_file = prepared.chosen.suite.file.string(),
      .layer = layer,
      .processes = {},
      .host_rank = prepared.plan.machine().host(),
      .oversubscribed = runner.oversubscribed(),
      .clock = runner.clock_facts(),
      .options = options.plan,
      .sample_s = options.given.sample_s,
      .compiler = {std::string(release::compiler), std::string(release::compiler_version),
                   std::string(release::compiler_flags)},
      .kernels = prepared.plan.kernels()};
  for (const measure::Process& process : processes) {
    facts.processes.push_back(
        {process.rank, process.host, process.pid, process.cpu, process.affinity});
  }
  return facts;
}

/// The libraries that the options name, before any is opened.
std::shared_ptr<kernels::blas::Libraries> libraries_of(const Options& options) {
  kernels::blas::LibrariesOptions wanted{.given = {},
                                         .program = own_folder() / "strobe-blas",
                                         // Before the watchdog, which would end the run.
                                         .timeout = options.hang_after * 3 / 4,
                                         .keeps_environment = options.given.keep_blas_environment};
  for (const std::string& text : options.given.blas) {
    wanted.given.push_back(kernels::blas::parse_named_library(text));
  }
  return std::make_shared<kernels::blas::Libraries>(std::move(wanted));
}

/// Those that the plan's cells are about.
void record_libraries(measure::Recorder& recorder, const measure::Plan& plan,
                      kernels::blas::Libraries& libraries, const Options& options) {
  std::set<std::string> used;
  for (const measure::Cell& cell : plan.cells()) {
    if (cell.point.contains("library")) used.insert(measure::word_at(cell.point, "library"));
  }
  for (const std::string& name : libraries.names()) {
    if (!used.contains(name)) continue;
    measure::LibraryFacts facts = libraries.describe(name);
    if (!options.given.keep_blas_environment) facts.unset = kernels::blas::steering_variables();
    recorder.library(facts);
  }
}

/// The first process: records, leads and prints.
int lead(const measure::LayerFacts& layer, const Options& options, Preparation& prepared,
         measure::LaunchRunner<Layer>& runner, std::span<const measure::Process> processes,
         kernels::blas::Libraries& libraries, std::vector<std::string> command) {
  measure::Recorder& recorder = prepared.recorder;
  if (!prepared.chosen.left_out.empty()) {
    base::print(stderr, "note: left out, since {} does not offer it: {}\n", layer.library,
                fmt::join(prepared.chosen.left_out, ", "));
  }
  try {
    recorder.launch(launch_facts(layer, options, prepared, runner, processes, std::move(command)));
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

void say(std::string_view sentence) {
  // One call, so that the sentences of several processes do not mix.
  const std::string line = base::format("strobe-bench: {}\n", sentence);
  std::fputs(line.c_str(), stderr);
}

bool is_question(int argc, char** argv) {
  constexpr std::array<std::string_view, 4> questions{"--help", "-h", "--version", "--list"};
  return std::any_of(argv + 1, argv + argc, [&](const char* argument) {
    return std::ranges::find(questions, std::string_view(argument)) != questions.end();
  });
}

int answer_question(int argc, char** argv) {
  const Parsed parsed = parse_options(argc, argv, STROBE_BENCH_START);
  if (!parsed.options) {
    if (parsed.status != complete) {
      say(parsed.text);
    } else {
      base::print(stdout, "{}", parsed.text);
    }
    return parsed.status;
  }
  if (!parsed.options->given.json) {
    base::print(stdout, "{}", format_catalogue());
    return complete;
  }
  std::vector<const measure::KernelInfo*> kernels;
  for (const auto& entry : kernels::catalogue<Layer>()) kernels.push_back(&entry.info);
  std::vector<std::string> suites;
  for (const auto& [name, file] : known_suites()) suites.push_back(name);
  base::print(stdout, "{}\n",
              measure::catalogue_json(kernels, std::string(release::version), suites));
  return complete;
}

int measure_all(Layer& world, const measure::LayerFacts& facts, int argc, char** argv,
                std::optional<measure::TimedRegion> initialisation) {
  const bool is_first = world.rank() == layer::Rank{0};
  Parsed parsed = parse_options(argc, argv, STROBE_BENCH_START);
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
      prepared.emplace(prepare(options, resources, std::move(machine)));
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
                {argv, argv + argc});
  }
  runner.follow();
  return complete;
}

}  // namespace strobe::bench
