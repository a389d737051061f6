// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>

#include "blacs/run.hpp"
#include "blacs/topologies.hpp"

namespace strobe::blacs {

/// The number and size of pieces in which data are sent. Large data are cut for pipelining, so that
/// a process sends one piece while it receives the next. They are also cut for combining, so that a
/// piece fits into the caches. Processes that share cores cannot send and receive at the same time,
/// and each message may cost a change of the process on the core, so they use one piece. All
/// processes of a scope compute the same pieces.
struct Pieces {
  /// The size of pieces that are cut only for the caches.
  static constexpr std::size_t cached_bytes = std::size_t{1} << 20;

  /// Elements of `element_bytes` are never cut.
  static Pieces of_broadcast(Route route, int processes, std::size_t size_bytes,
                             std::size_t element_bytes);
  /// Without a route data are exchanged. An `element_bytes` of 0 means one piece.
  static Pieces of_combine(std::optional<Route> route, int processes, std::size_t size_bytes,
                           std::size_t element_bytes);

  /// One piece.
  static Pieces whole(std::size_t size_bytes) { return {.count = 1, .partition = {size_bytes}}; }

  int count = 1;
  Partition partition;
};

}  // namespace strobe::blacs
