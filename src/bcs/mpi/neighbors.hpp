// SPDX-License-Identifier: BSD-3-Clause
//
// The neighbors of a process in its process topology, in the order of the buffers of a neighborhood
// collective.
#pragma once

#include <vector>

#include "bcs/mpi/collective.hpp"

namespace strobe::bcs::mpi {

struct Neighborhood {
  std::vector<Neighbor> destinations;
  std::vector<Neighbor> sources;
};

/// Empty if the communicator has no topology.
[[nodiscard]] std::optional<Neighborhood> neighborhood_of(const Communicator& communicator);

}  // namespace strobe::bcs::mpi
