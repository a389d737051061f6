// SPDX-License-Identifier: BSD-3-Clause
//
// MPI as the machine of the BLACS (blacs/machine.hpp).
#pragma once

#include <mpi.h>

#include <string>

#include "blacs/mpi/communicator.hpp"
#include "blacs/mpi/fortran_handle.hpp"
#include "blacs/pool.hpp"
#include "strobe/blacs/integer.hpp"

namespace strobe::blacs::mpi {

using Wire = Communicator;

/// What the levels want that this machine has not got; empty where there is nothing.
[[nodiscard]] inline std::string problem_of_levels() { return {}; }

/// MPI has started all processes that there will be, however many a program wants.
inline void want_processes(Int /*number*/) {}
[[nodiscard]] inline bool knows_processes() { return true; }

/// Starts MPI where nobody has.
void start();
/// Whether it has been started and not ended.
[[nodiscard]] bool runs() noexcept;
void end();
[[noreturn]] void abort(int code) noexcept;

/// The communicator of all processes.
[[nodiscard]] inline MPI_Comm all() { return MPI_COMM_WORLD; }
[[nodiscard]] inline bool exists(MPI_Comm communicator) { return communicator != MPI_COMM_NULL; }

[[nodiscard]] bool threads_may_call();
/// The highest id that a message may have.
[[nodiscard]] int highest_id();

/// Waits until all that has been sent from the pool has left.
void drain(Pool<Communicator>& pool);

/// Has what the levels report written when MPI ends.
void report_at_end();

}  // namespace strobe::blacs::mpi
