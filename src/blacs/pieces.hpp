// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>

#include "blacs/run.hpp"
#include "blacs/topologies.hpp"

namespace strobe::blacs {

/// In how many pieces data travel: large ones are cut wherever a process passes on what it gets, so
/// that it does so while the rest arrives. All of a scope find the same, from the same arguments.
struct Pieces {
  /// Elements of `element_bytes` stay whole; 0 means that nothing may be cut.
  Pieces(std::optional<Route> route, int processes, std::size_t size_bytes,
         std::size_t element_bytes);

  int count = 1;
  Cut cut;
};

}  // namespace strobe::blacs
