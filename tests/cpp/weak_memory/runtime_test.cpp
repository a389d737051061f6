// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of the runtime on shared memory, in all their executions.
#include "weak_memory/scenario_checks.hpp"

namespace strobe::bcs::runtime {
namespace {

std::vector<Scenario> scenarios() {
  std::vector<Scenario> all = scenarios_of_parts();
  std::ranges::move(scenarios_of_nodes(), std::back_inserter(all));
  return all;
}

TEST(WeakRuntimeTest, IsRightInAllExecutions) { expect_right(scenarios()); }

TEST(WeakRuntimeTest, NeedsItsOrdersOfMemory) { expect_each_order_is_needed(scenarios()); }

}  // namespace
}  // namespace strobe::bcs::runtime
