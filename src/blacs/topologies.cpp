// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/topologies.hpp"

#include <cstdlib>

#include "base/format.hpp"
#include "strobe/error.hpp"

namespace strobe::blacs {
namespace {

using schedule::Family;

int mirrored(int rank, int size) { return rank == 0 ? 0 : size - rank; }

int mirrored_or_none(int rank, int size) {
  return rank == schedule::no_rank ? rank : mirrored(rank, size);
}

schedule::Steps mirror(schedule::Steps steps, int size) {
  for (schedule::Step& step : steps) {
    step.to = mirrored_or_none(step.to, size);
    step.from = mirrored_or_none(step.from, size);
  }
  return steps;
}

template <class Pattern>
schedule::Steps steps_of(Route route, schedule::Position position, Pattern pattern) {
  if (!route.mirrored) return pattern(route.topology, position);
  position.rank = mirrored(position.rank, position.size);
  position.root = mirrored(position.root, position.size);
  return mirror(pattern(route.topology, position), position.size);
}

}  // namespace

void check(const Branching& branching) {
  if (branching.rings == 0)
    throw Error(
        "the number of rings is 0; give 1 or more, or a negative number for decreasing rings");
  if (branching.branches < 1) {
    throw Error(base::format("the number of branches is {}; give 1 or more", branching.branches));
  }
}

std::optional<Route> route_of(Topology top, Branching branching) {
  if (top.count() != 0) {
    branching =
        top.letter() == 't' ? Branching{.branches = top.count()} : Branching{.rings = top.count()};
    check(branching);
  }
  switch (const char letter = top.letter()) {
    case 'i':
      return Route{{.family = Family::increasing_ring}};
    case 'd':
      return Route{{.family = Family::decreasing_ring}};
    case 's':
      return Route{{.family = Family::split_ring}};
    case 'm':
      return Route{{.family = Family::multiring, .branches = std::abs(branching.rings)},
                   branching.rings < 0};
    case 'h':
      return Route{{.family = Family::hypercube}};
    case 't':
      return Route{{.family = Family::tree, .branches = branching.branches}};
    case 'f':
      return Route{{.family = Family::fully_connected}};
    default:
      if (letter < '1' || letter > '9') return std::nullopt;
      return Route{{.family = Family::tree, .branches = letter - '0'}};
  }
}

Route required_route(Topology top, Branching branching) {
  const std::optional<Route> route = route_of(top, branching);
  if (!route) {
    throw Error(base::format("TOP is '{}'; give ' ', I, D, S, M, H, 1 to 9, T or F", top.letter()));
  }
  return *route;
}

schedule::Steps broadcast_steps(Route route, schedule::Position position, int pieces) {
  return steps_of(route, position, [pieces](schedule::Topology topology, schedule::Position at) {
    return schedule::broadcast(topology, at, pieces);
  });
}

schedule::Steps reduce_steps(Route route, schedule::Position position, int pieces) {
  return steps_of(route, position, [pieces](schedule::Topology topology, schedule::Position at) {
    return schedule::reduce(topology, at, pieces);
  });
}

schedule::Steps reduce_and_broadcast_steps(Route route, schedule::Position position, int pieces) {
  return steps_of(route, position, [pieces](schedule::Topology topology, schedule::Position at) {
    return schedule::reduce_and_broadcast(topology, at, pieces);
  });
}

}  // namespace strobe::blacs
