// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "layer/mpi/mpi_layer.hpp"

namespace strobe::testing {

/// A layer of the first `count` ranks of the world; nothing on other ranks, or if there are fewer
/// ranks.
[[nodiscard]] inline std::optional<layer::mpi::MpiLayer> first_of_world(int count) {
  auto world = layer::mpi::MpiLayer::duplicate_of(MPI_COMM_WORLD);
  if (world.size() < count || world.rank().value >= count) return std::nullopt;
  std::vector<layer::Rank> members;
  for (int rank = 0; rank < count; ++rank) members.push_back(layer::Rank{rank});
  return world.group(members);
}

}  // namespace strobe::testing
