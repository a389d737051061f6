// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/pieces.hpp"

#include <algorithm>

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

Pieces in_pieces(std::size_t size_bytes, std::size_t element_bytes,
                 std::size_t wanted_bytes = piece_bytes) {
  const std::size_t block_bytes =
      std::max(wanted_bytes / element_bytes, std::size_t{1}) * element_bytes;
  const std::size_t count = (size_bytes + block_bytes - 1) / block_bytes;
  return {.count = static_cast<int>(count), .cut = {block_bytes}};
}

}  // namespace

Pieces Pieces::of_broadcast(Route route, int processes, std::size_t size_bytes,
                            std::size_t element_bytes) {
  if (size_bytes < fewest_pieces * piece_bytes || !is_deep(route, processes)) {
    return {.count = 1, .cut = {size_bytes}};
  }
  return in_pieces(size_bytes, element_bytes);
}

Pieces Pieces::of_combine(std::optional<Route> route, int processes, std::size_t size_bytes,
                          std::size_t element_bytes) {
  const std::size_t wanted_bytes = route && is_deep(*route, processes) ? piece_bytes : cached_bytes;
  if (size_bytes < fewest_pieces * wanted_bytes || element_bytes == 0) {
    return {.count = 1, .cut = {size_bytes}};
  }
  return in_pieces(size_bytes, element_bytes, wanted_bytes);
}

}  // namespace strobe::blacs
