// SPDX-License-Identifier: BSD-3-Clause
//
// Memory that all processes of the job on this node share. It has no name in a file system, so that
// it is gone with the last process, however that ends.
#pragma once

#include <cstddef>
#include <string>

#include "bcs/mpi/mpi.hpp"

namespace strobe::bcs::mpi {

struct SharedMemory {
  std::byte* at = nullptr;  ///< null in case of an error
  std::string why;          ///< the error
};

/// Zeroed memory for the processes of one node, `here`. Collective over all ranks of the job:
/// either all get memory, or none.
[[nodiscard]] SharedMemory share(MPI_Comm here, std::size_t bytes);

}  // namespace strobe::bcs::mpi
