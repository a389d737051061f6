// SPDX-License-Identifier: BSD-3-Clause
//
// Patterns with a root: what spreads from it, and, the same steps backwards, what comes together at
// it.
#pragma once

#include "schedule/step.hpp"
#include "schedule/topology.hpp"

namespace strobe::schedule {

/// The message from the root to all, in `segments` blocks. With several of them a rank passes one
/// on while it receives the next (pipelining, section 4.3.1 of the note).
[[nodiscard]] Steps broadcast(Topology topology, Place place, int segments = 1);

/// The message, combined on its way from all to the root: the broadcast backwards. Of a tree it is
/// the note's general tree gather, of several rings its multiring combine (section 7.2.4).
[[nodiscard]] Steps reduce(Topology topology, Place place, int segments = 1);

/// The reduction, and the broadcast of its result: the same bits on all ranks.
[[nodiscard]] Steps reduce_and_broadcast(Topology topology, Place place, int segments = 1);

/// The root's data are `size` blocks, block r for rank r; on the others block 0 is the whole. The
/// root's own block stays where it is.
[[nodiscard]] Steps scatter(Place place);

/// The scatter backwards: block r of the root comes from rank r.
[[nodiscard]] Steps gather(Place place);

/// The same steps with time and messages turned round.
[[nodiscard]] Steps reversed(const Steps& steps, Arrival arrival = Arrival::replaces);

}  // namespace strobe::schedule
