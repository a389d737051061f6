// SPDX-License-Identifier: BSD-3-Clause
//
// --check of calls before MPI_Init, at which most MPIs end the process.
#pragma once

#include "bcs/check/check_log.hpp"

namespace strobe::bcs::mpi {

/// The call of this thread comes before MPI_Init, and a program may not make it at any time. With
/// --check, a finding is written at once.
void note_call_before_init();

/// MPI_Init has begun a new log, which gets the findings again.
void add_calls_before_init(check::CheckLog& log);

}  // namespace strobe::bcs::mpi
