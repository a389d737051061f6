// SPDX-License-Identifier: BSD-3-Clause
//
// How much one rank does by the plan of a collective.
#pragma once

#include <algorithm>
#include <cstddef>

#include "bcs/runtime/collectives/collective_schedule.hpp"

namespace strobe::bcs::runtime::collectives {

struct PlanSize {
  std::size_t messages = 0;  ///< that the rank sends
  std::size_t rounds = 0;
};

[[nodiscard]] inline PlanSize size_of(const CollectiveSchedule& plan) {
  PlanSize size{.rounds = plan.rounds()};
  for (std::size_t round = 0; round < plan.rounds(); ++round) {
    size.messages += static_cast<std::size_t>(
        std::ranges::count(plan.round(round), Action::What::send, &Action::what));
  }
  return size;
}

/// The larger number of each.
[[nodiscard]] inline PlanSize most_of(const PlanSize& one, const PlanSize& other) {
  return {.messages = std::max(one.messages, other.messages),
          .rounds = std::max(one.rounds, other.rounds)};
}

}  // namespace strobe::bcs::runtime::collectives
