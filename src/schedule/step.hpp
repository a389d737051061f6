// SPDX-License-Identifier: BSD-3-Clause
//
// A communication pattern as data: the steps of one rank, one after the other. No message is sent
// here; what runs, predicts, simulates or draws a pattern reads these.
#pragma once

#include <vector>

#include "base/assert.hpp"

namespace strobe::schedule {

/// The rank that takes no part in a step.
inline constexpr int nobody = -1;

/// One process of a pattern. All that a pattern computes for it takes the time of its own steps.
struct Place {
  int rank = 0;
  int size = 1;
  int root = 0;  ///< from whom data come or to whom they go, where there is such a one

  /// This rank counted from the root, and the rank that is `distance` further than it.
  [[nodiscard]] constexpr int from_root() const { return (rank - root + size) % size; }
  [[nodiscard]] constexpr int rank_at(int distance_from_root) const {
    return (root + distance_from_root) % size;
  }
  friend constexpr bool operator==(const Place&, const Place&) = default;
};

/// That there is such a place.
constexpr void ensure_valid(const Place& place) {
  base::ensure(place.size >= 1 && place.rank >= 0 && place.rank < place.size && place.root >= 0 &&
                   place.root < place.size,
               "a pattern has no such rank or root");
}

/// A run of the equal blocks that a pattern cuts its data into. None means an empty message.
struct Blocks {
  int first = 0;
  int count = 0;
  friend constexpr bool operator==(Blocks, Blocks) = default;
};
/// The data of a pattern that does not cut them.
inline constexpr Blocks whole{.first = 0, .count = 1};

/// What a message does to the data that it meets.
enum class Arrival { replaces, combines };

/// One moment of one rank: it sends, or receives, or does both at the same time. Which blocks there
/// are, and in which buffer, is the pattern's to say.
struct Step {
  int to = nobody;
  Blocks out{};
  int from = nobody;
  Blocks in{};
  Arrival arrival = Arrival::replaces;

  [[nodiscard]] constexpr bool sends() const { return to != nobody; }
  [[nodiscard]] constexpr bool receives() const { return from != nobody; }
  friend constexpr bool operator==(const Step&, const Step&) = default;
};

using Steps = std::vector<Step>;

[[nodiscard]] constexpr Step send(int to, Blocks out) { return {.to = to, .out = out}; }
[[nodiscard]] constexpr Step receive(int from, Blocks in, Arrival arrival = Arrival::replaces) {
  return {.from = from, .in = in, .arrival = arrival};
}

}  // namespace strobe::schedule
