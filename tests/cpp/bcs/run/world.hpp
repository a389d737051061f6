// SPDX-License-Identifier: BSD-3-Clause
//
// What the tests of programs under the runtime share. They know nothing of it: each passes with the
// MPI alone, too, but for suites named Coscheduled..., which an MPI fails.
#pragma once

#include <mpi.h>

#include <numeric>
#include <vector>

#include "support/mpi_world.hpp"

namespace strobe::bcs::run {

/// Of all messages that need no other.
inline constexpr int tag = 5;

using strobe::testing::world_rank;
using strobe::testing::world_size;

/// The neighbors on a ring.
inline int next_rank() { return (world_rank() + 1) % world_size(); }
inline int previous_rank() { return (world_rank() + world_size() - 1) % world_size(); }

/// first, first + 1, ...
inline std::vector<int> numbers(int count, int first) {
  std::vector<int> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), first);
  return all;
}

inline int count_of(const MPI_Status& status, MPI_Datatype type) {
  int count = 0;
  MPI_Get_count(&status, type, &count);
  return count;
}

/// Has errors of a communicator returned as long as it lives.
class ErrorsReturnScope {
 public:
  explicit ErrorsReturnScope(MPI_Comm communicator) : communicator_(communicator) {
    MPI_Comm_get_errhandler(communicator, &before_);
    MPI_Comm_set_errhandler(communicator, MPI_ERRORS_RETURN);
  }
  ErrorsReturnScope(const ErrorsReturnScope&) = delete;
  ErrorsReturnScope& operator=(const ErrorsReturnScope&) = delete;
  ~ErrorsReturnScope() {
    MPI_Comm_set_errhandler(communicator_, before_);
    MPI_Errhandler_free(&before_);
  }

 private:
  MPI_Comm communicator_;
  MPI_Errhandler before_ = MPI_ERRHANDLER_NULL;
};

inline int class_of(int error) {
  int error_class = MPI_SUCCESS;
  MPI_Error_class(error, &error_class);
  return error_class;
}

}  // namespace strobe::bcs::run
