// SPDX-License-Identifier: BSD-3-Clause
//
// Schedules of collectives whose members are on several nodes. The leaders of the nodes exchange
// messages with each other, so that there is one message between two nodes instead of one for each
// pair of members, and each leader sends and receives log2(nodes) messages where all members get
// the same.
#pragma once

#include <optional>

#include "bcs/runtime/collectives/call.hpp"
#include "bcs/runtime/collectives/collective_schedule.hpp"
#include "bcs/runtime/collectives/node_group.hpp"
#include "schedule/step.hpp"

namespace strobe::bcs::runtime::collectives {

/// None if leaders would save nothing: for long contributions, for parts whose sizes only the root
/// knows, and if members get different data.
[[nodiscard]] std::optional<CollectiveSchedule> schedule_across_nodes(const Nodes& nodes,
                                                                      schedule::Position place,
                                                                      const Call& call);

}  // namespace strobe::bcs::runtime::collectives
