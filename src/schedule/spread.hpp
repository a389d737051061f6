// SPDX-License-Identifier: BSD-3-Clause
//
// Patterns with a root: what spreads from it, and, the same steps backwards, what comes together at
// it.
#pragma once

#include "schedule/step.hpp"
#include "schedule/topology.hpp"

namespace strobe::schedule {

/// One block, the whole message, from the root to all.
[[nodiscard]] Steps broadcast(Topology topology, Place place);

/// One block, combined on its way from all to the root: the broadcast backwards.
[[nodiscard]] Steps reduce(Topology topology, Place place);

/// The root's data are `size` blocks, block r for rank r; on the others block 0 is the whole. The
/// root's own block stays where it is.
[[nodiscard]] Steps scatter(Place place);

/// The scatter backwards: block r of the root comes from rank r.
[[nodiscard]] Steps gather(Place place);

/// The same steps with time and messages turned round.
[[nodiscard]] Steps reversed(const Steps& steps, Arrival arrival = Arrival::replaces);

}  // namespace strobe::schedule
