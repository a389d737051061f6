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

using Transport = Communicator;

/// Why the machine does not support the levels; empty if it does.
[[nodiscard]] inline std::string problem_of_levels() { return {}; }

/// MPI has started all processes, so the number is ignored.
inline void want_processes(Int /*number*/) {}
[[nodiscard]] inline bool knows_processes() { return true; }

/// Starts MPI if the program has not.
void start();
/// Whether MPI has been started and not ended.
[[nodiscard]] bool runs() noexcept;
void end();
[[noreturn]] void abort(int code) noexcept;

/// The communicator of all processes.
[[nodiscard]] inline MPI_Comm all() { return MPI_COMM_WORLD; }
[[nodiscard]] inline bool exists(MPI_Comm communicator) { return communicator != MPI_COMM_NULL; }

[[nodiscard]] bool threads_may_call();
/// The highest possible id of a message.
[[nodiscard]] int highest_id();

/// Waits until all sends of the pool are complete.
void drain(Pool<Communicator>& pool);

/// Lets MPI_Finalize write the reports of the levels.
void report_at_end();

}  // namespace strobe::blacs::mpi
