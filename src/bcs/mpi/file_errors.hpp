// SPDX-License-Identifier: BSD-3-Clause
//
// --check of calls on files with invalid arguments. Their errors are returned by default
// (MPI 4.1, section 14.7), and a program that does not look at the result never learns of them.
#pragma once

#include "bcs/mpi/call_scope.hpp"
#include "bcs/mpi/interposer.hpp"

namespace strobe::bcs::mpi {

/// The call of this thread on a file has returned this error.
[[gnu::cold]] void note_file_error(int error);

/// Returns the result of a call on a file.
[[nodiscard]] inline int noted_file_error(const CallScope& call, int result) {
  if (interposer.checks != nullptr && result != MPI_SUCCESS && call.is_application_call())
      [[unlikely]]
    note_file_error(result);
  return result;
}

}  // namespace strobe::bcs::mpi
