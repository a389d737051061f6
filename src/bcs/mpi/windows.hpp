// SPDX-License-Identifier: BSD-3-Clause
//
// A window that the MPI has created.
#pragma once

#include <cstddef>
#include <set>

#include "bcs/mpi/native_collectives.hpp"

namespace strobe::bcs::mpi {

struct Window : Members {
  /// The ranks in the window whose locks this one has by the runtime (lock_service.hpp).
  std::set<std::size_t> locked{};
};

}  // namespace strobe::bcs::mpi
