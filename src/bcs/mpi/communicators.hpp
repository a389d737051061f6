// SPDX-License-Identifier: BSD-3-Clause
//
// Registers communicators that the MPI has created.
#pragma once

#include <cstdint>
#include <optional>

#include "bcs/mpi/communicator.hpp"
#include "bcs/mpi/mpi.hpp"

namespace strobe::bcs::mpi {

/// From now on the runtime serves this communicator, if all its processes belong to this job. All
/// members pass the same parent and ordinal.
void register_communicator(MPI_Comm handle, Context parent, std::uint64_t ordinal,
                           std::optional<MPI_Session> session = {});

}  // namespace strobe::bcs::mpi
