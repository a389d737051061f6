// SPDX-License-Identifier: BSD-3-Clause
//
// The topologies by which the BLACS broadcast and combine, as axes of a kernel: the words are those
// of the catalogue of schedules, so that what was measured can be predicted by its name.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/format.hpp"
#include "measure/kernel.hpp"
#include "measure/members.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels::library {

/// The layer's own operation, which the timers of LAPACK Working Note 73 call 'p'.
inline constexpr const char* primitive = "primitive";

/// What TOP says to the library; ' ' leaves the choice to it.
inline constexpr std::pair<const char*, char> letters[] = {
    {"default", ' '},    {"increasing-ring", 'I'}, {"decreasing-ring", 'D'},
    {"split-ring", 'S'}, {"multiring", 'M'},       {"hypercube", 'H'},
    {"tree", 'T'},       {"fully-connected", 'F'},
};

[[nodiscard]] inline measure::AxisInfo topology_axis() {
  measure::AxisInfo axis{.name = "topology", .choices = {}};
  for (const auto& [word, letter] : letters) axis.choices.emplace_back(word);
  axis.choices.emplace_back(primitive);
  return axis;
}

/// Branches of a tree, or rings of a multiring.
[[nodiscard]] inline measure::AxisInfo branches_axis() {
  return {.name = "branches", .choices = {}, .default_value = 1, .minimum = 1, .maximum = 1 << 20};
}

/// How many operations follow each other: what comes of a pipeline, and of one alone.
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
  for (const auto& [name, letter] : letters) {
    if (word == name) return letter;
  }
  throw Error("no topology of the BLACS: " + word);
}

/// The first processes, as many as the axis `ranks` says. Branches belong to trees and multirings.
[[nodiscard]] inline std::vector<int> ranks_of_topology(const measure::Point& point,
                                                        const measure::Machine& machine) {
  const std::string& word = measure::word_at(point, "topology");
  if (word != "tree" && word != "multiring" && measure::number_at(point, "branches") != 1) {
    throw Error(
        base::format("topology={} has no branches to be chosen: tree and multiring have", word));
  }
  return measure::first_ranks(point, machine);
}

}  // namespace strobe::kernels::library
