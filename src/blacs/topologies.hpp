// SPDX-License-Identifier: BSD-3-Clause
//
// What the argument TOP asks for, with what blacs_set has set (LAPACK Working Note 73, appendix C).
#pragma once

#include <optional>

#include "schedule/rooted.hpp"
#include "schedule/topology.hpp"
#include "strobe/blacs/settings.hpp"
#include "strobe/blacs/topology.hpp"

namespace strobe::blacs {

/// Throws where there are no rings or no branches.
void check(const Branching& branching);

/// A pattern; a mirrored one passes data on in the direction of decreasing ranks.
struct Route {
  schedule::Topology topology{};
  bool mirrored = false;
  friend constexpr bool operator==(Route, Route) = default;
};

/// The route of a topology, with the branching that it says or else with this one. None where there
/// is no such; ' ' has none of its own.
[[nodiscard]] std::optional<Route> route_of(Topology top, Branching branching);

/// The same; throws where there is none.
[[nodiscard]] Route required_route(Topology top, Branching branching);

/// The steps of a broadcast on this route, in so many pieces.
[[nodiscard]] schedule::Steps broadcast_steps(Route route, schedule::Position place,
                                              int pieces = 1);

/// The steps of a combine on this route, which ends on the root.
[[nodiscard]] schedule::Steps reduce_steps(Route route, schedule::Position place, int pieces = 1);

/// The steps of a combine whose result goes back to all on the same route.
[[nodiscard]] schedule::Steps reduce_and_broadcast_steps(Route route, schedule::Position place,
                                                         int pieces = 1);

}  // namespace strobe::blacs
