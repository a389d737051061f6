// SPDX-License-Identifier: BSD-3-Clause
//
// The routes of the argument TOP and of the settings of blacs_set (LAPACK Working Note 73, appendix
// C).
#pragma once

#include <optional>

#include "schedule/rooted.hpp"
#include "schedule/topology.hpp"
#include "strobe/blacs/settings.hpp"
#include "strobe/blacs/topology.hpp"

namespace strobe::blacs {

/// Throws if the number of rings or branches is not allowed.
void check(const Branching& branching);

/// A topology of schedules. A mirrored route sends in the direction of decreasing ranks.
struct Route {
  schedule::Topology topology{};
  bool mirrored = false;
  friend constexpr bool operator==(Route, Route) = default;
};

/// The route of TOP. The branching applies if TOP has no number of its own. Empty if TOP is
/// unknown, and for ' '.
[[nodiscard]] std::optional<Route> route_of(Topology top, Branching branching);

/// The same; throws if there is none.
[[nodiscard]] Route required_route(Topology top, Branching branching);

/// The steps of a broadcast on this route, for a number of pieces.
[[nodiscard]] schedule::Steps broadcast_steps(Route route, schedule::Position position,
                                              int pieces = 1);

/// The steps of a combine on this route, whose result is left on the root.
[[nodiscard]] schedule::Steps reduce_steps(Route route, schedule::Position position,
                                           int pieces = 1);

/// The steps of a combine on this route, whose result is then broadcast on the same route.
[[nodiscard]] schedule::Steps reduce_and_broadcast_steps(Route route, schedule::Position position,
                                                         int pieces = 1);

}  // namespace strobe::blacs
