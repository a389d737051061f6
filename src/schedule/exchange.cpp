// SPDX-License-Identifier: BSD-3-Clause
#include "schedule/exchange.hpp"

#include <bit>

namespace strobe::schedule {
namespace {

constexpr Blocks nothing{};

/// The rank at a distance from this one on a ring; a negative distance leads to lower ranks.
constexpr int rank_at_distance(Position position, int distance) {
  return (position.rank + distance + position.size) % position.size;
}

constexpr Blocks one(int block) { return {.first = block, .count = 1}; }

}  // namespace

Steps dissemination_barrier(Position position) {
  ensure_valid(position);
  Steps steps;
  for (int distance = 1; distance < position.size; distance *= 2) {
    steps.push_back({.to = rank_at_distance(position, distance),
                     .out = nothing,
                     .from = rank_at_distance(position, -distance),
                     .in = nothing});
  }
  return steps;
}

Steps allreduce_by_doubling(Position position) {
  ensure_valid(position);
  const int power_of_two = static_cast<int>(std::bit_floor(static_cast<unsigned>(position.size)));
  if (position.rank >= power_of_two) {
    const int partner_below = position.rank - power_of_two;
    return {send(partner_below, whole), receive(partner_below, whole)};
  }
  const int partner_above =
      position.rank + power_of_two < position.size ? position.rank + power_of_two : no_rank;
  Steps steps;
  if (partner_above != no_rank) steps.push_back(receive(partner_above, whole, OnReceive::combine));
  for (int bit = 1; bit < power_of_two; bit *= 2) {
    const int partner = position.rank ^ bit;
    steps.push_back({.to = partner,
                     .out = whole,
                     .from = partner,
                     .in = whole,
                     .on_receive = OnReceive::combine});
  }
  if (partner_above != no_rank) steps.push_back(send(partner_above, whole));
  return steps;
}

Steps allgather_round_a_ring(Position position) {
  ensure_valid(position);
  Steps steps;
  for (int step = 0; step + 1 < position.size; ++step) {
    steps.push_back({.to = rank_at_distance(position, 1),
                     .out = one(rank_at_distance(position, -step)),
                     .from = rank_at_distance(position, -1),
                     .in = one(rank_at_distance(position, -step - 1))});
  }
  return steps;
}

Steps alltoall_in_pairs(Position position) {
  ensure_valid(position);
  Steps steps;
  for (int distance = 1; distance < position.size; ++distance) {
    const int to = rank_at_distance(position, distance);
    const int from = rank_at_distance(position, -distance);
    steps.push_back({.to = to, .out = one(to), .from = from, .in = one(from)});
  }
  return steps;
}

Steps scan_along_a_line(Position position) {
  ensure_valid(position);
  Steps steps;
  if (position.rank > 0) steps.push_back(receive(position.rank - 1, whole, OnReceive::combine));
  if (position.rank + 1 < position.size) steps.push_back(send(position.rank + 1, whole));
  return steps;
}

}  // namespace strobe::schedule
