// SPDX-License-Identifier: BSD-3-Clause
#include "schedule/spread.hpp"

#include <algorithm>

namespace strobe::schedule {
namespace {

constexpr Blocks whole{.first = 0, .count = 1};

}  // namespace

Steps broadcast(Topology topology, Place place) {
  const Kin neighbours = kin(topology, place);
  Steps steps;
  if (neighbours.parent != nobody) steps.push_back(receive(neighbours.parent, whole));
  for (const int child : neighbours.children) steps.push_back(send(child, whole));
  return steps;
}

Steps reduce(Topology topology, Place place) {
  return reversed(broadcast(topology, place), Arrival::combines);
}

Steps scatter(Place place) {
  Steps steps;
  const Kin neighbours = kin(Topology::linear, place);
  if (neighbours.parent != nobody) steps.push_back(receive(neighbours.parent, whole));
  for (const int child : neighbours.children) {
    steps.push_back(send(child, {.first = child, .count = 1}));
  }
  return steps;
}

Steps gather(Place place) { return reversed(scatter(place)); }

Steps reversed(const Steps& steps, Arrival arrival) {
  Steps back(steps.rbegin(), steps.rend());
  for (Step& step : back) {
    std::swap(step.to, step.from);
    std::swap(step.out, step.in);
    step.arrival = step.receives() ? arrival : Arrival::replaces;
  }
  return back;
}

}  // namespace strobe::schedule
