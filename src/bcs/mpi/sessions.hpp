// SPDX-License-Identifier: BSD-3-Clause
//
// Sessions (MPI 4.1, section 11.3). The runtime serves the communicators of sessions as it serves
// those of the world model. It needs MPI_COMM_WORLD for itself: in a program of sessions alone it
// initializes the MPI at the first MPI_Session_init, and finalizes it when the process exits, since
// a session may begin after the last one has ended. The program does not see that: MPI_Initialized
// says what it has done itself.
#pragma once

#include <cstdint>
#include <optional>

#include "bcs/mpi/mpi.hpp"

namespace strobe::bcs::mpi {

/// The program calls MPI_Init. True if the MPI is initialized already, for its sessions.
[[nodiscard]] bool show_hidden_world();

/// The session of communicators that the program now creates from groups: the one from which it
/// has got a group last. Groups themselves do not tell. None if there is no session.
[[nodiscard]] std::optional<MPI_Session> current_session();

}  // namespace strobe::bcs::mpi
