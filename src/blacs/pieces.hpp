// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>

#include "blacs/run.hpp"
#include "blacs/topologies.hpp"

namespace strobe::blacs {

/// In how many pieces data travel. Large ones are cut wherever a process passes on what it gets, so
/// that it does so while the rest arrives, and wherever they combine, so that they do so in the
/// caches. All of a scope find the same, from the same arguments.
struct Pieces {
  /// Where nobody passes data on, pieces only keep what is combined in the caches.
  static constexpr std::size_t cached_bytes = std::size_t{1} << 20;

  /// Elements of `element_bytes` stay whole.
  static Pieces of_broadcast(Route route, int processes, std::size_t size_bytes,
                             std::size_t element_bytes);
  /// Without a route data are exchanged; 0 bytes to an element mean that nothing may be cut.
  static Pieces of_combine(std::optional<Route> route, int processes, std::size_t size_bytes,
                           std::size_t element_bytes);

  int count = 1;
  Cut cut;
};

}  // namespace strobe::blacs
