// SPDX-License-Identifier: BSD-3-Clause
//
// A communicator for calls of the MPI whose errors the application must not see: of this process
// alone, with MPI_ERRORS_RETURN. The handlers of MPI_COMM_WORLD and MPI_COMM_SELF stay as they are:
// MPICH raises an error that belongs to no object on MPI_COMM_SELF if that was ever given a
// handler, and otherwise on MPI_COMM_WORLD.
#pragma once

#include "bcs/mpi/native.hpp"

namespace strobe::bcs::mpi {

/// Made by the first call.
[[nodiscard]] MPI_Comm silent_self();
void free_silent_self();

}  // namespace strobe::bcs::mpi
