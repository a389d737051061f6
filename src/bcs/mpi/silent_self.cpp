// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/silent_self.hpp"

namespace strobe::bcs::mpi {

namespace {

MPI_Comm silent_communicator = MPI_COMM_NULL;

}  // namespace

MPI_Comm silent_self() {
  if (silent_communicator == MPI_COMM_NULL) {
    // A duplicate would have the attributes that the application has set.
    native().Comm_split(MPI_COMM_SELF, 0, 0, &silent_communicator);
    native().Comm_set_errhandler(silent_communicator, MPI_ERRORS_RETURN);
  }
  return silent_communicator;
}

void free_silent_self() {
  if (silent_communicator != MPI_COMM_NULL) native().Comm_free(&silent_communicator);
}

}  // namespace strobe::bcs::mpi
