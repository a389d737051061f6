// SPDX-License-Identifier: BSD-3-Clause
//
// Patterns with a root: broadcast and scatter from it, and reduce and gather to it, which are the
// same steps in reverse.
#pragma once

#include "schedule/step.hpp"
#include "schedule/topology.hpp"

namespace strobe::schedule {

/// The message of the root to all ranks, in `segments` blocks. With several blocks a rank sends one
/// while it receives the next (pipelining, LAPACK Working Note 73, section 4.3.1).
[[nodiscard]] Steps broadcast(Topology topology, Position position, int segments = 1);

/// The messages of all ranks, combined on the way to the root: the broadcast in reverse. On a tree
/// this is the note's general tree gather, on several rings its multiring combine (section 7.2.4).
[[nodiscard]] Steps reduce(Topology topology, Position position, int segments = 1);

/// The reduction and the broadcast of its result, so all ranks have the same result bit for bit.
[[nodiscard]] Steps reduce_and_broadcast(Topology topology, Position position, int segments = 1);

/// The root's data are `size` blocks, block r for rank r. On the other ranks block 0 is all data.
/// The caller copies the root's own block.
[[nodiscard]] Steps scatter(Position position);

/// The scatter in reverse: block r of the root comes from rank r.
[[nodiscard]] Steps gather(Position position);

/// The same steps in reverse order, with sends and receives exchanged.
[[nodiscard]] Steps reversed(const Steps& steps, OnReceive on_receive = OnReceive::replace);

}  // namespace strobe::schedule
