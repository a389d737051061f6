// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gmock/gmock.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "weak_memory/scenarios.hpp"

namespace strobe::bcs::runtime {

/// Each scenario is right in all its executions.
inline void expect_right(const std::vector<Scenario>& scenarios) {
  for (const Scenario& scenario : scenarios) {
    SCOPED_TRACE(scenario.name);
    const weak_memory::Outcome outcome = explore(scenario.program);
    EXPECT_EQ(outcome.failure, "");
    EXPECT_EQ(outcome.given_up, 0U);
    EXPECT_GT(outcome.executions, 1U);
  }
}

/// Each order of memory of the runtime is taken away once, and one of the scenarios notices it.
inline void expect_each_order_is_needed(const std::vector<Scenario>& scenarios) {
  std::set<weak_memory::Site> sites;
  for (const Scenario& scenario : scenarios) {
    for (const weak_memory::Site& site : explore(scenario.program).sites) {
      if (site.file.find("src/bcs/runtime/") != std::string_view::npos) sites.insert(site);
    }
  }
  EXPECT_FALSE(sites.empty());
  for (const weak_memory::Site& site : sites) {
    EXPECT_TRUE(
        std::ranges::any_of(scenarios,
                            [&](const Scenario& scenario) {
                              return !explore(scenario.program, {.weakened = site}).failure.empty();
                            }))
        << described(site) << ": no scenario goes wrong without it";
  }
}

}  // namespace strobe::bcs::runtime
