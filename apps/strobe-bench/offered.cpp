// SPDX-License-Identifier: BSD-3-Clause
#include "offered.hpp"

#include <algorithm>

#include "base/format.hpp"
#include "kernels/catalogue.hpp"
#include "layer.hpp"

namespace strobe::bench {
namespace {

/// Where all of this holds, a kernel or a word that is unknown was mistyped.
constexpr bool has_everything = layer::OneSided<Layer> && layer::Files<Layer> &&
                                layer::PersistentCollectives<Layer> &&
                                layer::VaryingCollectives<Layer> && layer::ReadySends<Layer>;

const measure::KernelInfo* offered(const std::string& kernel) {
  const auto& entries = kernels::catalogue<Layer>();
  const auto found =
      std::ranges::find_if(entries, [&](const auto& entry) { return entry.info.name == kernel; });
  return found == entries.end() ? nullptr : &found->info;
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

std::vector<std::string> leave_out_not_offered(measure::Suite& suite) {
  std::vector<std::string> left_out;
  if constexpr (has_everything) return left_out;
  const auto leave_out = [&](const std::string& what) {
    if (std::ranges::find(left_out, what) == left_out.end()) left_out.push_back(what);
  };
  std::erase_if(suite.experiments, [&](measure::Experiment& experiment) {
    const measure::KernelInfo* info = offered(experiment.kernel);
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
