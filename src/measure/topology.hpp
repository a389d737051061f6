// SPDX-License-Identifier: BSD-3-Clause
//
// Where this process sits, as hwloc and the batch system tell it.
#pragma once

#include <array>

#include "measure/machine.hpp"

namespace strobe::measure {

/// The parts of the node that hold every core this process may use; `Place::unknown` where several
/// do or the system does not say.
[[nodiscard]] std::array<int, part_count> own_parts();

/// The switches above this node, as Slurm names them in SLURM_TOPOLOGY_ADDR; empty where it does
/// not.
[[nodiscard]] std::string own_switches();

}  // namespace strobe::measure
