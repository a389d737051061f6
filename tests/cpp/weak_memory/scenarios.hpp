// SPDX-License-Identifier: BSD-3-Clause
//
// What ranks of a node do side by side on their shared memory, as programs of a few steps.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "weak_memory/explorer.hpp"

namespace strobe::bcs::runtime {

struct Scenario {
  std::string name;
  weak_memory::Program program;
};

/// What the threads of a scenario share: made anew for each run, in the same place.
template <class Memory>
using Shared = std::shared_ptr<std::optional<Memory>>;
template <class Memory>
[[nodiscard]] Shared<Memory> shared() {
  return std::make_shared<std::optional<Memory>>();
}

/// One part of the runtime each: the mutex, a set of members, announced receives, and others.
[[nodiscard]] std::vector<Scenario> scenarios_of_parts();
/// Ranks that pass descriptors to each other, block, and are woken.
[[nodiscard]] std::vector<Scenario> scenarios_of_nodes();

}  // namespace strobe::bcs::runtime
