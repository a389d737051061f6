// SPDX-License-Identifier: BSD-3-Clause
#include "schedule/topology.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

namespace strobe::schedule {
namespace {

/// A place's neighbours as distances from the root; nobody before the root itself.
struct Near {
  int parent = nobody;
  std::vector<int> children;
  std::vector<int> turns;

  void serves(int child, int turn = 0) {
    children.push_back(child);
    turns.push_back(turn);
  }
};

Near fully(int own, int size) {
  Near near;
  if (own != 0) {
    near.parent = 0;
    return near;
  }
  for (int distance = 1; distance < size; ++distance) near.serves(distance);
  return near;
}

/// Increasing rings of consecutive ranks: the first ones have a rank more where they cannot all be
/// of one length.
Near rings(int own, int size, int count) {
  const int others = size - 1;
  count = std::clamp(count, 1, std::max(others, 1));
  const int shorter = others / count;
  const int longer = others % count;  // how many rings have a rank more
  Near near;
  // The distance at which ring i begins.
  const auto begin_of = [&](int i) { return 1 + i * shorter + std::min(i, longer); };
  if (own == 0) {
    for (int i = 0; i < std::min(count, others); ++i) near.serves(begin_of(i));
    return near;
  }
  const int in_longer = longer * (shorter + 1);
  const int ring =
      own - 1 < in_longer ? (own - 1) / (shorter + 1) : longer + (own - 1 - in_longer) / shorter;
  near.parent = own == begin_of(ring) ? 0 : own - 1;
  if (own + 1 < begin_of(ring + 1)) near.serves(own + 1);
  return near;
}

Near decreasing(int own, int size) {
  Near near;
  if (own != 0) near.parent = (own + 1) % size;
  const int next = (own + size - 1) % size;
  if (next != 0) near.serves(next);
  return near;
}

/// As many ranks above the root as below, or one more.
Near split(int own, int size) {
  const int last_up = size / 2;
  Near near;
  if (own == 0) {
    if (size > 1) near.serves(1);
    if (size > 2) near.serves(size - 1);
  } else if (own <= last_up) {
    near.parent = own - 1;
    if (own < last_up) near.serves(own + 1);
  } else {
    near.parent = (own + 1) % size;
    if (own > last_up + 1) near.serves(own - 1);
  }
  return near;
}

/// Node `own` got the data over its highest bit, and passes them on over all bits above that.
Near hypercube(int own, int size) {
  Near near;
  int bit = 1;
  if (own != 0) {
    bit = static_cast<int>(std::bit_floor(static_cast<unsigned>(own)));
    near.parent = own - bit;
    bit *= 2;
  }
  for (int turn = 0; bit < size; bit *= 2, ++turn) near.serves(own + bit, turn);
  return near;
}

/// Distances written to the base `branches` + 1: the parent has a zero for the last digit that is
/// not zero, the children have something else for one of the zeros behind it.
Near tree(int own, int size, int branches) {
  const std::int64_t base = static_cast<std::int64_t>(std::max(branches, 1)) + 1;
  std::int64_t reach = 1;
  while (reach < size && own % (reach * base) == 0) reach *= base;
  Near near;
  if (own != 0) near.parent = static_cast<int>(own - own % (reach * base));
  reach /= base;
  for (int turn = 0; reach >= 1; reach /= base, ++turn) {
    for (std::int64_t digit = 1; digit < base && own + digit * reach < size; ++digit) {
      near.serves(static_cast<int>(own + digit * reach), turn);
    }
  }
  return near;
}

Near neighbours(Topology topology, int own, int size) {
  switch (topology.family) {
    case Family::increasing_ring:
      return rings(own, size, 1);
    case Family::decreasing_ring:
      return decreasing(own, size);
    case Family::split_ring:
      return split(own, size);
    case Family::multiring:
      return rings(own, size, topology.branches);
    case Family::hypercube:
      return std::has_single_bit(static_cast<unsigned>(size)) ? hypercube(own, size)
                                                              : tree(own, size, 1);
    case Family::tree:
      return tree(own, size, topology.branches);
    case Family::fully_connected:
      return fully(own, size);
  }
  return {};
}

}  // namespace

Kin kin(Topology topology, Place place) {
  ensure_valid(place);
  Near distances = neighbours(topology, place.from_root(), place.size);
  Kin kin{.turns = std::move(distances.turns)};
  if (distances.parent != nobody) kin.parent = place.rank_at(distances.parent);
  for (const int distance : distances.children) kin.children.push_back(place.rank_at(distance));
  return kin;
}

}  // namespace strobe::schedule
