// SPDX-License-Identifier: BSD-3-Clause
#include "schedule/exchange.hpp"

#include <bit>

namespace strobe::schedule {
namespace {

constexpr Blocks nothing{};

/// The rank `distance` after this one on a ring, or before it where that is negative.
constexpr int neighbour(Place place, int distance) {
  return (place.rank + distance + place.size) % place.size;
}

constexpr Blocks one(int block) { return {.first = block, .count = 1}; }

}  // namespace

Steps dissemination_barrier(Place place) {
  ensure_valid(place);
  Steps steps;
  for (int distance = 1; distance < place.size; distance *= 2) {
    steps.push_back({.to = neighbour(place, distance),
                     .out = nothing,
                     .from = neighbour(place, -distance),
                     .in = nothing});
  }
  return steps;
}

Steps allreduce_by_doubling(Place place) {
  ensure_valid(place);
  const int core = static_cast<int>(std::bit_floor(static_cast<unsigned>(place.size)));
  if (place.rank >= core) {
    const int stand_in = place.rank - core;
    return {send(stand_in, whole), receive(stand_in, whole)};
  }
  const int beyond = place.rank + core < place.size ? place.rank + core : nobody;
  Steps steps;
  if (beyond != nobody) steps.push_back(receive(beyond, whole, Arrival::combines));
  for (int bit = 1; bit < core; bit *= 2) {
    const int partner = place.rank ^ bit;
    steps.push_back(
        {.to = partner, .out = whole, .from = partner, .in = whole, .arrival = Arrival::combines});
  }
  if (beyond != nobody) steps.push_back(send(beyond, whole));
  return steps;
}

Steps allgather_round_a_ring(Place place) {
  ensure_valid(place);
  Steps steps;
  for (int step = 0; step + 1 < place.size; ++step) {
    steps.push_back({.to = neighbour(place, 1),
                     .out = one(neighbour(place, -step)),
                     .from = neighbour(place, -1),
                     .in = one(neighbour(place, -step - 1))});
  }
  return steps;
}

Steps alltoall_in_pairs(Place place) {
  ensure_valid(place);
  Steps steps;
  for (int distance = 1; distance < place.size; ++distance) {
    const int to = neighbour(place, distance);
    const int from = neighbour(place, -distance);
    steps.push_back({.to = to, .out = one(to), .from = from, .in = one(from)});
  }
  return steps;
}

Steps scan_along_a_line(Place place) {
  ensure_valid(place);
  Steps steps;
  if (place.rank > 0) steps.push_back(receive(place.rank - 1, whole, Arrival::combines));
  if (place.rank + 1 < place.size) steps.push_back(send(place.rank + 1, whole));
  return steps;
}

}  // namespace strobe::schedule
