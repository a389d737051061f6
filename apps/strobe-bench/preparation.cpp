// SPDX-License-Identifier: BSD-3-Clause
#include "preparation.hpp"

#include <algorithm>
#include <release.hpp>
#include <set>
#include <utility>

#include "base/format.hpp"
#include "measure/memory.hpp"
#include "own_folder.hpp"

namespace strobe::bench {
namespace {

/// Refuses, with the reason of the first, a run in which no cell can be on this machine.
void refuse_if_all_skipped(const measure::Plan& plan) {
  const auto is_skipped = [](const measure::Cell& cell) {
    return cell.status == measure::CellStatus::skipped;
  };
  if (!std::ranges::all_of(plan.cells(), is_skipped)) return;
  const measure::Cell& cell = plan.cells().front();
  throw Error(base::format("{} cannot be measured here: {}", cell.kernel->name, cell.reason));
}

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

}  // namespace

Preparation prepare(Options& options, const LayerKernels& kernels,
                    const kernels::Resources& resources, measure::Machine machine) {
  // The plan keeps this for the points that it adds later, when `kernels` may have gone.
  const auto require = [require_resources = kernels.require, &resources, machine](
                           const measure::KernelInfo& info, const measure::Point& point) {
    require_resources(info, point, resources);
    measure::require_memory(info, point, machine);
  };
  ChosenSuite chosen = chosen_suite(options, kernels);
  options.plan = measure::with_requested(
      measure::with_requested(options.plan, chosen.suite.requested), options.requested);
  options.plan.budget_s =
      std::min(options.plan.budget_s, options.given.time_left.value_or(options.plan.budget_s));
  Preparation prepared{.chosen = std::move(chosen),
                       .plan = measure::Plan(options.plan, std::move(machine), require),
                       .recorder = measure::Recorder(),
                       .interrupted = {}};
  for (const measure::Experiment& experiment : prepared.chosen.suite.experiments) {
    prepared.plan.add(kernels.find(experiment.kernel), experiment);
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
                                  const Preparation& prepared, const Clock& clock,
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
      .oversubscribed = clock.oversubscribed,
      .clock = clock.facts,
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

}  // namespace strobe::bench
