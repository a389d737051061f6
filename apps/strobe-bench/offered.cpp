// SPDX-License-Identifier: BSD-3-Clause
#include "offered.hpp"

#include <algorithm>

#include "base/format.hpp"

namespace strobe::bench {
namespace {

const measure::KernelInfo* offered(const LayerKernels& kernels, const std::string& name) {
  const auto found = std::ranges::find(kernels.infos, name, &measure::KernelInfo::name);
  return found == kernels.infos.end() ? nullptr : *found;
}

/// Keeps the words that the axis knows; names the others.
std::vector<std::string> keep_offered(measure::AxisSpec& spec, const measure::AxisInfo& axis) {
  std::vector<std::string> lacking;
  std::erase_if(spec.values, [&](const measure::AxisValue& value) {
    const auto* word = std::get_if<std::string>(&value);
    if (word == nullptr || *word == measure::every_word ||
        std::ranges::find(axis.choices, *word) != axis.choices.end()) {
      return false;
    }
    lacking.push_back(base::format("{}={}", axis.name, *word));
    return true;
  });
  return lacking;
}

}  // namespace

std::vector<std::string> leave_out_not_offered(measure::Suite& suite, const LayerKernels& kernels) {
  std::vector<std::string> left_out;
  if (kernels.has_everything) return left_out;
  const auto leave_out = [&](const std::string& what) {
    if (std::ranges::find(left_out, what) == left_out.end()) left_out.push_back(what);
  };
  std::erase_if(suite.experiments, [&](measure::Experiment& experiment) {
    const measure::KernelInfo* info = offered(kernels, experiment.kernel);
    if (info == nullptr) {
      leave_out(experiment.kernel);
      return true;
    }
    for (const measure::AxisInfo& axis : info->axes) {
      const auto spec = experiment.axes.find(axis.name);
      if (axis.choices.empty() || spec == experiment.axes.end()) continue;
      for (const std::string& word : keep_offered(spec->second, axis)) {
        leave_out(experiment.kernel + " " + word);
      }
      if (spec->second.values.empty()) return true;
    }
    return false;
  });
  return left_out;
}

}  // namespace strobe::bench
