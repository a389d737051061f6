// SPDX-License-Identifier: BSD-3-Clause
//
// Registers communicators that the MPI has created.
#pragma once

#include <cstdint>
#include <optional>

#include "bcs/mpi/communicator.hpp"
#include "bcs/mpi/mpi.hpp"

namespace strobe::bcs::mpi {

/// From now on the runtime serves this communicator or intercommunicator, if all its processes
/// belong to this job. All members pass the same parent and ordinal.
void register_communicator(MPI_Comm handle, Context parent, std::uint64_t ordinal,
                           std::optional<MPI_Session> session = {});

/// Ranks in the job by ranks in the group. None if some process is of another job.
[[nodiscard]] std::optional<runtime::StridedList> ranks_in_job(MPI_Group group);

/// Before a collective call on an intercommunicator, which passes through to the MPI: the members
/// of both groups synchronize, if all of them belong to this job. Does nothing for other
/// communicators.
void synchronize_intercommunicator(MPI_Comm handle);

}  // namespace strobe::bcs::mpi
