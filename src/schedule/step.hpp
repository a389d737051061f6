// SPDX-License-Identifier: BSD-3-Clause
//
// A communication pattern as data: the steps of one rank, one after the other. This module sends no
// messages. Other modules read the steps to run, predict, simulate or draw the pattern.
#pragma once

#include <vector>

#include "base/assert.hpp"

namespace strobe::schedule {

/// In a step: no rank sends or receives; in a tree: there is no parent (as MPI_PROC_NULL).
inline constexpr int no_rank = -1;

/// The position of one process in a pattern. Computing its steps takes time in proportion to their
/// number, not to the number of ranks.
struct Position {
  int rank = 0;
  int size = 1;
  int root = 0;  ///< of patterns with a root: the rank that the data come from or go to

  /// The distance of this rank from the root, and the rank at a distance from the root.
  [[nodiscard]] constexpr int from_root() const { return (rank - root + size) % size; }
  [[nodiscard]] constexpr int rank_at(int distance_from_root) const {
    return (root + distance_from_root) % size;
  }
  friend constexpr bool operator==(const Position&, const Position&) = default;
};

/// Throws if the rank or the root is outside 0 to size - 1.
constexpr void ensure_valid(const Position& position) {
  base::ensure(position.size >= 1 && position.rank >= 0 && position.rank < position.size &&
                   position.root >= 0 && position.root < position.size,
               "the rank or the root of a pattern is outside 0 to size - 1");
}

/// Consecutive blocks of the data. A pattern cuts its data into blocks of equal size. A count of 0
/// means an empty message.
struct Blocks {
  int first = 0;
  int count = 0;
  friend constexpr bool operator==(Blocks, Blocks) = default;
};
/// All data of a pattern that does not cut them.
inline constexpr Blocks whole{.first = 0, .count = 1};

/// What a receive does with a message: it replaces the data in the buffer, or combines both.
enum class OnReceive { replace, combine };

/// One step of one rank: it sends, receives, or does both at the same time. Each pattern defines
/// which blocks there are and in which buffer they lie.
struct Step {
  int to = no_rank;
  Blocks out{};
  int from = no_rank;
  Blocks in{};
  OnReceive on_receive = OnReceive::replace;

  [[nodiscard]] constexpr bool sends() const { return to != no_rank; }
  [[nodiscard]] constexpr bool receives() const { return from != no_rank; }
  friend constexpr bool operator==(const Step&, const Step&) = default;
};

using Steps = std::vector<Step>;

[[nodiscard]] constexpr Step send(int to, Blocks out) { return {.to = to, .out = out}; }
[[nodiscard]] constexpr Step receive(int from, Blocks in,
                                     OnReceive on_receive = OnReceive::replace) {
  return {.from = from, .in = in, .on_receive = on_receive};
}

}  // namespace strobe::schedule
