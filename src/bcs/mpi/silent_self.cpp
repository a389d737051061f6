// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/silent_self.hpp"

#include <optional>

namespace strobe::bcs::mpi {

namespace {

/// In Open MPI, MPI_COMM_NULL has no value before the MPI is loaded.
std::optional<MPI_Comm> silent_communicator;

}  // namespace

MPI_Comm silent_self() {
  if (!silent_communicator) {
    // A duplicate would have the attributes that the application has set.
    native().Comm_split(MPI_COMM_SELF, 0, 0, &silent_communicator.emplace());
    native().Comm_set_errhandler(*silent_communicator, MPI_ERRORS_RETURN);
  }
  return *silent_communicator;
}

void free_silent_self() {
  if (silent_communicator) native().Comm_free(&*silent_communicator);
  silent_communicator.reset();
}

}  // namespace strobe::bcs::mpi
