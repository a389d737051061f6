// SPDX-License-Identifier: BSD-3-Clause
//
// Where the processes of a grid run, and whether some share cores. Processes that share a core must
// give it up while they wait, because the process that they wait for may need it.
#pragma once

#include <cstdint>
#include <span>

namespace strobe::blacs::mpi {

/// The cores that a process may use, as a number that is the same for the same cores of the same
/// node, and how many they are.
struct Placement {
  std::uint64_t cores = 0;
  std::uint64_t count = 1;
  friend constexpr bool operator==(const Placement&, const Placement&) = default;
};

/// That of this process. The affinity is read again at each call, since a program may change it.
[[nodiscard]] Placement own_placement();

/// Whether more processes have one set of cores than it contains. Sets that overlap in part are not
/// compared: launchers bind each process to cores of its own, or none at all.
[[nodiscard]] bool share_cores(std::span<const Placement> processes);

}  // namespace strobe::blacs::mpi
