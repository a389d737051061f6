// SPDX-License-Identifier: BSD-3-Clause
#include "schedule/topology.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

namespace strobe::schedule {
namespace {

/// The parent and the children of a rank, as distances from the root. The root has no parent.
struct NeighbourDistances {
  int parent = no_rank;
  std::vector<int> children;
  std::vector<int> step_offsets;

  void add_child(int distance, int step_offset = 0) {
    children.push_back(distance);
    step_offsets.push_back(step_offset);
  }
};

NeighbourDistances fully_connected_distances(int own, int size) {
  NeighbourDistances distances;
  if (own != 0) {
    distances.parent = 0;
    return distances;
  }
  for (int distance = 1; distance < size; ++distance) distances.add_child(distance);
  return distances;
}

/// Increasing rings of consecutive ranks. If the number of ranks is not a multiple of the number of
/// rings, the first rings have one rank more.
NeighbourDistances ring_distances(int own, int size, int count) {
  const int others = size - 1;
  count = std::clamp(count, 1, std::max(others, 1));
  const int shorter = others / count;
  const int longer = others % count;  // number of rings that have one rank more
  NeighbourDistances distances;
  // The distance at which ring i begins.
  const auto begin_of = [&](int i) { return 1 + i * shorter + std::min(i, longer); };
  if (own == 0) {
    for (int i = 0; i < std::min(count, others); ++i) distances.add_child(begin_of(i));
    return distances;
  }
  const int in_longer = longer * (shorter + 1);
  const int ring =
      own - 1 < in_longer ? (own - 1) / (shorter + 1) : longer + (own - 1 - in_longer) / shorter;
  distances.parent = own == begin_of(ring) ? 0 : own - 1;
  if (own + 1 < begin_of(ring + 1)) distances.add_child(own + 1);
  return distances;
}

NeighbourDistances decreasing_ring_distances(int own, int size) {
  NeighbourDistances distances;
  if (own != 0) distances.parent = (own + 1) % size;
  const int next = (own + size - 1) % size;
  if (next != 0) distances.add_child(next);
  return distances;
}

/// The upper half has as many ranks as the lower half, or one more.
NeighbourDistances split_ring_distances(int own, int size) {
  const int last_above = size / 2;
  NeighbourDistances distances;
  if (own == 0) {
    if (size > 1) distances.add_child(1);
    if (size > 2) distances.add_child(size - 1);
  } else if (own <= last_above) {
    distances.parent = own - 1;
    if (own < last_above) distances.add_child(own + 1);
  } else {
    distances.parent = (own + 1) % size;
    if (own > last_above + 1) distances.add_child(own - 1);
  }
  return distances;
}

/// A rank receives from the rank without its highest bit, and sends to the ranks with one more bit
/// above that.
NeighbourDistances hypercube_distances(int own, int size) {
  NeighbourDistances distances;
  int bit = 1;
  if (own != 0) {
    bit = static_cast<int>(std::bit_floor(static_cast<unsigned>(own)));
    distances.parent = own - bit;
    bit *= 2;
  }
  for (int step_offset = 0; bit < size; bit *= 2, ++step_offset)
    distances.add_child(own + bit, step_offset);
  return distances;
}

/// Distances are numbers to the base `branches` + 1. The parent's number has a 0 in place of the
/// last digit that is not 0. Each child's number has another digit in place of one of the zeros
/// after that digit.
NeighbourDistances tree_distances(int own, int size, int branches) {
  const std::int64_t base = static_cast<std::int64_t>(std::max(branches, 1)) + 1;
  std::int64_t reach = 1;
  while (reach < size && own % (reach * base) == 0) reach *= base;
  NeighbourDistances distances;
  if (own != 0) distances.parent = static_cast<int>(own - own % (reach * base));
  reach /= base;
  for (int step_offset = 0; reach >= 1; reach /= base, ++step_offset) {
    for (std::int64_t digit = 1; digit < base && own + digit * reach < size; ++digit) {
      distances.add_child(static_cast<int>(own + digit * reach), step_offset);
    }
  }
  return distances;
}

NeighbourDistances distances_of(Topology topology, int own, int size) {
  switch (topology.family) {
    case Family::increasing_ring:
      return ring_distances(own, size, 1);
    case Family::decreasing_ring:
      return decreasing_ring_distances(own, size);
    case Family::split_ring:
      return split_ring_distances(own, size);
    case Family::multiring:
      return ring_distances(own, size, topology.branches);
    case Family::hypercube:
      return std::has_single_bit(static_cast<unsigned>(size)) ? hypercube_distances(own, size)
                                                              : tree_distances(own, size, 1);
    case Family::tree:
      return tree_distances(own, size, topology.branches);
    case Family::fully_connected:
      return fully_connected_distances(own, size);
  }
  return {};
}

}  // namespace

Neighbours neighbours_of(Topology topology, Position position) {
  ensure_valid(position);
  NeighbourDistances distances = distances_of(topology, position.from_root(), position.size);
  Neighbours neighbours{.step_offsets = std::move(distances.step_offsets)};
  if (distances.parent != no_rank) neighbours.parent = position.rank_at(distances.parent);
  for (const int distance : distances.children)
    neighbours.children.push_back(position.rank_at(distance));
  return neighbours;
}

}  // namespace strobe::schedule
