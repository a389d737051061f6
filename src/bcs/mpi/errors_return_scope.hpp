// SPDX-License-Identifier: BSD-3-Clause
//
// Calls of the MPI whose errors the application must not see.
#pragma once

#include "bcs/mpi/native.hpp"

namespace strobe::bcs::mpi {

/// The MPI returns errors on this communicator as long as this lives. Errors that belong to no
/// object are raised on MPI_COMM_SELF or MPI_COMM_WORLD: in MPICH on MPI_COMM_WORLD until
/// MPI_COMM_SELF is given a handler, even the one that it has. So MPI_COMM_SELF is best left alone.
class ErrorsReturnScope {
 public:
  explicit ErrorsReturnScope(MPI_Comm communicator) : communicator_(communicator) {
    native().Comm_get_errhandler(communicator_, &handler_);
    native().Comm_set_errhandler(communicator_, MPI_ERRORS_RETURN);
  }
  ErrorsReturnScope(const ErrorsReturnScope&) = delete;
  ErrorsReturnScope& operator=(const ErrorsReturnScope&) = delete;
  ~ErrorsReturnScope() {
    native().Comm_set_errhandler(communicator_, handler_);
    native().Errhandler_free(&handler_);
  }

 private:
  MPI_Comm communicator_;
  MPI_Errhandler handler_ = MPI_ERRHANDLER_NULL;
};

}  // namespace strobe::bcs::mpi
