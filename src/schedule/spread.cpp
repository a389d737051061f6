// SPDX-License-Identifier: BSD-3-Clause
#include "schedule/spread.hpp"

#include <algorithm>

namespace strobe::schedule {

Steps broadcast(Topology topology, Place place, int segments) {
  base::ensure(segments >= 1, "a message has no segment");
  const Kin neighbours = kin(topology, place);
  Steps steps;
  for (int segment = 0; segment < segments; ++segment) {
    const Blocks block{.first = segment, .count = 1};
    if (neighbours.parent != nobody) {
      // The last child gets a segment while the next one arrives.
      const bool meanwhile = segment > 0 && !neighbours.children.empty();
      if (meanwhile) {
        steps.back().from = neighbours.parent;
        steps.back().in = block;
      } else {
        steps.push_back(receive(neighbours.parent, block));
      }
    }
    for (const int child : neighbours.children) steps.push_back(send(child, block));
  }
  return steps;
}

Steps reduce(Topology topology, Place place, int segments) {
  return reversed(broadcast(topology, place, segments), Arrival::combines);
}

Steps reduce_and_broadcast(Topology topology, Place place, int segments) {
  Steps steps = reduce(topology, place, segments);
  const Steps spread = broadcast(topology, place, segments);
  steps.insert(steps.end(), spread.begin(), spread.end());
  return steps;
}

Steps scatter(Place place) {
  ensure_valid(place);
  Steps steps;
  const Kin neighbours = kin(fully_connected, place);
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
