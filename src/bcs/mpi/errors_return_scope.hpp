// SPDX-License-Identifier: BSD-3-Clause
//
// Calls of the MPI whose errors the application must not see.
#pragma once

#include "bcs/mpi/native.hpp"

namespace strobe::bcs::mpi {

/// The MPI returns errors as long as this lives. Errors that belong to no communicator are raised
/// on one of these two.
class ErrorsReturnScope {
 public:
  ErrorsReturnScope() {
    for (SavedHandler& each : saved_) {
      native().Comm_get_errhandler(each.communicator, &each.handler);
      native().Comm_set_errhandler(each.communicator, MPI_ERRORS_RETURN);
    }
  }
  ErrorsReturnScope(const ErrorsReturnScope&) = delete;
  ErrorsReturnScope& operator=(const ErrorsReturnScope&) = delete;
  ~ErrorsReturnScope() {
    for (SavedHandler& each : saved_) {
      native().Comm_set_errhandler(each.communicator, each.handler);
      native().Errhandler_free(&each.handler);
    }
  }

 private:
  struct SavedHandler {
    MPI_Comm communicator;
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  };
  SavedHandler saved_[2] = {{MPI_COMM_WORLD}, {MPI_COMM_SELF}};
};

}  // namespace strobe::bcs::mpi
