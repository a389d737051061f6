// SPDX-License-Identifier: BSD-3-Clause
//
// The location of this process, from hwloc and the batch system.
#pragma once

#include <array>

#include "measure/machine.hpp"

namespace strobe::measure {

/// The topology objects that contain every core this process may use; `ProcessLocation::unknown`
/// where there are several or the system does not tell.
[[nodiscard]] std::array<int, topology_level_count> own_topology_objects();

/// The switches above this node, as Slurm names them in SLURM_TOPOLOGY_ADDR; empty without that
/// variable.
[[nodiscard]] std::string own_switches();

}  // namespace strobe::measure
