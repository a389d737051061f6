// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/pieces.hpp"

namespace strobe::blacs {
namespace {

/// Large enough for an MPI to move at its full rate, small beside what is worth cutting.
constexpr std::size_t piece_bytes = std::size_t{128} << 10;
constexpr std::size_t fewest_pieces = 4;

/// Whether some process passes data on.
bool is_deep(Route route, int processes) {
  switch (route.topology.family) {
    case schedule::Family::fully_connected:
      return false;
    case schedule::Family::multiring:
    case schedule::Family::tree:
      return processes > route.topology.branches + 1;
    case schedule::Family::split_ring:
      return processes > 3;
    case schedule::Family::increasing_ring:
    case schedule::Family::decreasing_ring:
    case schedule::Family::hypercube:
      break;
  }
  return processes > 2;
}

}  // namespace

Pieces::Pieces(std::optional<Route> route, int processes, std::size_t size_bytes,
               std::size_t element_bytes)
    : cut{size_bytes} {
  if (!route || element_bytes == 0 || size_bytes < fewest_pieces * piece_bytes ||
      !is_deep(*route, processes)) {
    return;
  }
  cut.block_bytes = piece_bytes / element_bytes * element_bytes;
  count = static_cast<int>((size_bytes + cut.block_bytes - 1) / cut.block_bytes);
}

}  // namespace strobe::blacs
