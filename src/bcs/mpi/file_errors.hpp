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
/// The call of this thread with this offset has returned this result.
[[gnu::cold]] void note_negative_offset(int result, MPI_Offset offset);

/// Returns the result of a call on a file.
[[nodiscard]] inline int noted_file_error(const CallScope& call, int result) {
  if (interposer.checks != nullptr && result != MPI_SUCCESS && call.is_application_call())
      [[unlikely]]
    note_file_error(result);
  return result;
}
/// The same for a call with an explicit offset. Not every MPI calls a negative one an argument.
[[nodiscard]] inline int noted_file_error(const CallScope& call, int result, MPI_Offset offset) {
  if (interposer.checks != nullptr && offset < 0 && call.is_application_call()) [[unlikely]]
    note_negative_offset(result, offset);
  return noted_file_error(call, result);
}

}  // namespace strobe::bcs::mpi
