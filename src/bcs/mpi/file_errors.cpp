// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/file_errors.hpp"

#include <atomic>
#include <cstdint>

#include "base/format.hpp"
#include "bcs/mpi/argument_checks.hpp"
#include "bcs/mpi/checks.hpp"
#include "bcs/mpi/process.hpp"

namespace strobe::bcs::mpi {

namespace {

/// A program that sets an error handler of a file expects errors.
std::atomic<bool> are_file_errors_expected{false};

/// Whether the arguments of the call are wrong, whatever the state of the file system is.
bool is_of_argument(int error) {
  int error_class = MPI_ERR_UNKNOWN;
  native().Error_class(error, &error_class);
  switch (error_class) {
    case MPI_ERR_AMODE:
    case MPI_ERR_ARG:
    case MPI_ERR_BUFFER:
    case MPI_ERR_COMM:
    case MPI_ERR_COUNT:
    case MPI_ERR_FILE:
    case MPI_ERR_TYPE:
      return true;
    default:
      return false;
  }
}

}  // namespace

void check_file_set_errhandler(MPI_File /*fh*/, MPI_Errhandler /*errhandler*/) {
  are_file_errors_expected = true;
}

void note_file_error(int error) {
  if (!are_file_errors_expected && is_of_argument(error))
    interposer.checks->failed_silently(reason_of(error));
}

void note_negative_offset(int result, MPI_Offset offset) {
  if (result != MPI_SUCCESS && (are_file_errors_expected || is_of_argument(result))) return;
  interposer.checks->got_invalid_argument(
      base::format("accesses a file at the negative offset {}", std::int64_t{offset}));
}

}  // namespace strobe::bcs::mpi
