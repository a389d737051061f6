// SPDX-License-Identifier: BSD-3-Clause
//
// With whom a process exchanges in a neighborhood collective, in the order of its buffers.
#pragma once

#include <vector>

#include "bcs/mpi/collective.hpp"

namespace strobe::bcs::mpi {

struct Neighborhood {
  std::vector<Neighbor> destinations;
  std::vector<Neighbor> sources;
};

/// None where the communicator has no topology.
[[nodiscard]] std::optional<Neighborhood> neighborhood_of(const Communicator& communicator);

}  // namespace strobe::bcs::mpi
