// SPDX-License-Identifier: BSD-3-Clause
#include "chosen_suite.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>

#include "base/format.hpp"
#include "base/named.hpp"
#include "offered.hpp"
#include "own_folder.hpp"
#include "strobe/error.hpp"

namespace strobe::bench {
namespace {

/// Puts the values of --size and --set in place of the suite's, at every kernel that has the axis.
void set_axes(measure::Suite& suite, const Options& options, const LayerKernels& kernels) {
  std::set<std::string> used;
  for (measure::Experiment& experiment : suite.experiments) {
    if (options.given.repetitions) experiment.repetitions = *options.given.repetitions;
    const auto& info = kernels.find(experiment.kernel);
    for (const measure::AxisInfo& axis : info.axes) {
      if (axis.is_size && options.size) experiment.axes[axis.name] = *options.size;
      if (axis.is_size && !experiment.axes.contains(axis.name)) {
        experiment.axes[axis.name].range = measure::Range{.from = 0, .to = 4 << 20};
      }
      if (const auto set = options.axes.find(axis.name); set != options.axes.end()) {
        experiment.axes[axis.name] = set->second;
        used.insert(axis.name);
      }
    }
  }
  for (const auto& [name, spec] : options.axes) {
    if (!used.contains(name)) {
      throw Error(base::format("--set {}: none of the kernels has this axis; see --list", name));
    }
  }
}

}  // namespace

std::map<std::string, std::filesystem::path> known_suites() {
  std::vector<std::filesystem::path> folders;
  if (const char* named = std::getenv("STROBE_SUITES")) folders.emplace_back(named);
  folders.push_back(own_folder() / "../suites");
  folders.push_back(own_folder() / "../share/strobe/suites");
  folders.emplace_back(STROBE_SOURCE_SUITES);
  std::map<std::string, std::filesystem::path> suites;
  for (const std::filesystem::path& folder : folders) {
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
      if (entry.path().extension() == ".toml") {
        suites.try_emplace(entry.path().stem().string(), entry.path().lexically_normal());
      }
    }
  }
  return suites;
}

ChosenSuite chosen_suite(const Options& options, const LayerKernels& kernels) {
  ChosenSuite chosen;
  measure::Suite& suite = chosen.suite;
  if (!options.given.suite.empty()) {
    std::filesystem::path file = options.given.suite;
    if (!file.has_extension()) {
      const auto suites = known_suites();
      const auto name_of = [](const auto& known) { return known.first; };
      file = base::named(suites, name_of, options.given.suite, "suite").second;
    }
    suite = measure::load_suite(
        file, options.given.quick ? measure::SuiteForm::quick : measure::SuiteForm::full);
    chosen.left_out = leave_out_not_offered(suite, kernels);
    if (!options.given.kernel.empty()) {
      std::erase_if(suite.experiments, [&](const measure::Experiment& experiment) {
        return std::ranges::find(options.given.kernel, experiment.kernel) ==
               options.given.kernel.end();
      });
    }
  } else {
    if (options.given.quick)
      throw Error("--quick is the short form of a suite: name one with --suite");
    for (const std::string& kernel : options.given.kernel)
      suite.experiments.push_back({kernel, {}});
  }
  if (suite.experiments.empty()) {
    throw Error("nothing to measure was named: give --suite NAME or --kernel NAME, or see --list");
  }
  set_axes(suite, options, kernels);
  return chosen;
}

}  // namespace strobe::bench
