// SPDX-License-Identifier: BSD-3-Clause
//
// The topologies of BLACS broadcasts and combines as axes of a kernel. The words are those of the
// catalogue of schedules, so that a measured topology can also be predicted.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/format.hpp"
#include "measure/kernel.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels::blacs {

/// The layer's own operation; the timers of LAPACK Working Note 73 call it 'p'.
inline constexpr const char* primitive = "primitive";

/// The values of the argument TOP; ' ' lets the library choose.
inline constexpr std::pair<const char*, char> topology_letters[] = {
    {"default", ' '},    {"increasing-ring", 'I'}, {"decreasing-ring", 'D'},
    {"split-ring", 'S'}, {"multiring", 'M'},       {"hypercube", 'H'},
    {"tree", 'T'},       {"fully-connected", 'F'},
};

[[nodiscard]] inline measure::AxisInfo topology_axis() {
  measure::AxisInfo axis{.name = "topology", .choices = {}};
  for (const auto& [word, letter] : topology_letters) axis.choices.emplace_back(word);
  axis.choices.emplace_back(primitive);
  return axis;
}

/// Number of branches of a tree, or of rings of a multiring.
[[nodiscard]] inline measure::AxisInfo branches_axis() {
  return {.name = "branches", .choices = {}, .default_value = 1, .minimum = 1, .maximum = 1 << 20};
}

/// Number of consecutive operations, which may overlap in a pipeline.
[[nodiscard]] inline measure::AxisInfo repetitions_axis() {
  return {.name = std::string(measure::repetitions_axis),
          .choices = {},
          .default_value = 15,
          .minimum = 1};
}

[[nodiscard]] inline bool is_primitive(const measure::Point& point) {
  return measure::word_at(point, "topology") == primitive;
}

[[nodiscard]] inline char letter_at(const measure::Point& point) {
  const std::string& word = measure::word_at(point, "topology");
  for (const auto& [name, letter] : topology_letters) {
    if (word == name) return letter;
  }
  throw Error("unknown BLACS topology: " + word);
}

/// Only tree and multiring have branches.
inline void require_branches(const measure::Point& point) {
  const std::string& word = measure::word_at(point, "topology");
  if (word == "tree" || word == "multiring" || measure::number_at(point, "branches") == 1) return;
  throw Error(base::format(
      "topology={} has no branches: choose branches=1, or topology=tree or multiring", word));
}

}  // namespace strobe::kernels::blacs
