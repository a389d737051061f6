// SPDX-License-Identifier: BSD-3-Clause
//
// What the first process does before anything is measured, over any message layer.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "chosen_suite.hpp"
#include "kernels/entry.hpp"
#include "layer_kernels.hpp"
#include "measure/plan.hpp"
#include "measure/process_facts.hpp"
#include "measure/recorder.hpp"
#include "options.hpp"

namespace strobe::bench {

/// What the first process needs before anything is measured; every refusal happens in here.
struct Preparation {
  ChosenSuite chosen;
  measure::Plan plan;
  measure::Recorder recorder;
  measure::InterruptedLaunch interrupted;
};

/// Puts in place what the suite and the command line want of the plan, which keeps the reference to
/// `resources`.
[[nodiscard]] Preparation prepare(Options& options, const LayerKernels& kernels,
                                  const kernels::Resources& resources, measure::Machine machine);

/// What the record of a launch says of its clocks, and whether processes outnumber cores.
struct Clock {
  measure::ClockFacts facts;
  bool oversubscribed = false;
};

[[nodiscard]] measure::LaunchFacts launch_facts(const measure::LayerFacts& layer,
                                                const Options& options, const Preparation& prepared,
                                                const Clock& clock,
                                                std::span<const measure::Process> processes,
                                                std::vector<std::string> command);

/// The libraries that the options name, before any is opened.
[[nodiscard]] std::shared_ptr<kernels::blas::Libraries> libraries_of(const Options& options);

/// Records the libraries that the plan's cells measure.
void record_libraries(measure::Recorder& recorder, const measure::Plan& plan,
                      kernels::blas::Libraries& libraries, const Options& options);

}  // namespace strobe::bench
