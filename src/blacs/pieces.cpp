// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/pieces.hpp"

#include <algorithm>

namespace strobe::blacs {
namespace {

/// Large enough for the full bandwidth of an MPI, and small compared with the data.
constexpr std::size_t piece_bytes = std::size_t{128} << 10;
constexpr std::size_t min_pieces = 4;

/// Whether some process other than the root sends data.
bool has_inner_processes(Route route, int processes) {
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
                 std::size_t target_bytes = piece_bytes) {
  const std::size_t block_bytes =
      std::max(target_bytes / element_bytes, std::size_t{1}) * element_bytes;
  const std::size_t count = (size_bytes + block_bytes - 1) / block_bytes;
  return {.count = static_cast<int>(count), .partition = {block_bytes}};
}

}  // namespace

Pieces Pieces::of_broadcast(Route route, int processes, std::size_t size_bytes,
                            std::size_t element_bytes) {
  if (size_bytes < min_pieces * piece_bytes || !has_inner_processes(route, processes)) {
    return whole(size_bytes);
  }
  return in_pieces(size_bytes, element_bytes);
}

Pieces Pieces::of_combine(std::optional<Route> route, int processes, std::size_t size_bytes,
                          std::size_t element_bytes) {
  const std::size_t target_bytes =
      route && has_inner_processes(*route, processes) ? piece_bytes : cached_bytes;
  if (size_bytes < min_pieces * target_bytes || element_bytes == 0) {
    return whole(size_bytes);
  }
  return in_pieces(size_bytes, element_bytes, target_bytes);
}

}  // namespace strobe::blacs
