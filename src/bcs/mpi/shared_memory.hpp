// SPDX-License-Identifier: BSD-3-Clause
//
// Memory that all processes of a job on this node share. It has no name in any file system, so that
// it is gone with the last process however that ends.
#pragma once

#include <cstddef>
#include <string>

#include "bcs/mpi/mpi.hpp"

namespace strobe::bcs::mpi {

struct SharedMemory {
  std::byte* at = nullptr;  ///< null where there is none
  std::string why;          ///< there is none
};

/// So many bytes of zeros for the processes of `here`, one node's. All of the job call this, and
/// all of them get memory or none does.
[[nodiscard]] SharedMemory share(MPI_Comm here, std::size_t bytes);

}  // namespace strobe::bcs::mpi
