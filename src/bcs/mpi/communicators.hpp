// SPDX-License-Identifier: BSD-3-Clause
//
// Communicators that the MPI has made.
#pragma once

#include <cstdint>

#include "bcs/mpi/communicator.hpp"
#include "bcs/mpi/mpi.hpp"

namespace strobe::bcs::mpi {

/// The runtime carries the messages of this communicator from now on, unless it has members that
/// are not of this job. All members say the same of what it was made of.
void register_communicator(MPI_Comm handle, Context parent, std::uint64_t ordinal);

}  // namespace strobe::bcs::mpi
