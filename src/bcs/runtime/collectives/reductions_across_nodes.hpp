// SPDX-License-Identifier: BSD-3-Clause
//
// Schedules of reductions whose members are on several nodes. The leaders of the nodes exchange
// partial results in log2(nodes) steps: short ones whole, by recursive doubling or along a binomial
// tree; of long ones each leader keeps one half in each step, and the halves are put together
// afterwards (Rabenseifner, "Optimization of Collective Reduction Operations", 2004). Long
// contributions are divided among several leaders of each node.
#pragma once

#include "bcs/runtime/collectives/call.hpp"
#include "bcs/runtime/collectives/collective_schedule.hpp"
#include "bcs/runtime/collectives/node_group.hpp"

namespace strobe::bcs::runtime::collectives {

/// Of a reduce, an allreduce or a reduce_scatter.
[[nodiscard]] CollectiveSchedule reduction_across_nodes(const NodeGroup& group, const Call& call);

}  // namespace strobe::bcs::runtime::collectives
