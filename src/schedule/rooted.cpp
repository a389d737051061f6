// SPDX-License-Identifier: BSD-3-Clause
#include "schedule/rooted.hpp"

#include <algorithm>

namespace strobe::schedule {

Steps broadcast(Topology topology, Position position, int segments) {
  base::ensure(segments >= 1, "a message has fewer than one segment");
  const Neighbours neighbours = neighbours_of(topology, position);
  Steps steps;
  for (int segment = 0; segment < segments; ++segment) {
    const Blocks block{.first = segment, .count = 1};
    if (neighbours.parent != no_rank) {
      // The rank sends a segment to its last child while it receives the next segment.
      const bool is_overlapped = segment > 0 && !neighbours.children.empty();
      if (is_overlapped) {
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

Steps reduce(Topology topology, Position position, int segments) {
  return reversed(broadcast(topology, position, segments), OnReceive::combine);
}

Steps reduce_and_broadcast(Topology topology, Position position, int segments) {
  Steps steps = reduce(topology, position, segments);
  const Steps second = broadcast(topology, position, segments);
  steps.insert(steps.end(), second.begin(), second.end());
  return steps;
}

Steps scatter(Position position) {
  ensure_valid(position);
  Steps steps;
  const Neighbours neighbours = neighbours_of(fully_connected, position);
  if (neighbours.parent != no_rank) steps.push_back(receive(neighbours.parent, whole));
  for (const int child : neighbours.children) {
    steps.push_back(send(child, {.first = child, .count = 1}));
  }
  return steps;
}

Steps gather(Position position) { return reversed(scatter(position)); }

Steps reversed(const Steps& steps, OnReceive on_receive) {
  Steps result(steps.rbegin(), steps.rend());
  for (Step& step : result) {
    std::swap(step.to, step.from);
    std::swap(step.out, step.in);
    step.on_receive = step.receives() ? on_receive : OnReceive::replace;
  }
  return result;
}

}  // namespace strobe::schedule
