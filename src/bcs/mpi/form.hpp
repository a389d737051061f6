// SPDX-License-Identifier: BSD-3-Clause
//
// The forms that an operation of MPI has: it blocks, begins, or is prepared to be started later.
#pragma once

#include <climits>
#include <cstdint>

#include "bcs/mpi/mpi.hpp"

namespace strobe::bcs::mpi {

/// What a handler returns to have the MPI do it: where an argument is wrong, the error and what
/// becomes of it are the MPI's own.
inline constexpr int pass_on = INT_MIN;

struct Form {
  enum class Kind : std::uint8_t { blocking, nonblocking, persistent };

  Kind kind = Kind::blocking;
  MPI_Request* request = nullptr;  ///< unless it blocks
  MPI_Status* status = nullptr;    ///< of what blocks and receives

  static Form blocking(MPI_Status* status = MPI_STATUS_IGNORE) {
    return {.kind = Kind::blocking, .status = status};
  }
  static Form nonblocking(MPI_Request* request) {
    return {.kind = Kind::nonblocking, .request = request};
  }
  static Form persistent(MPI_Request* request) {
    return {.kind = Kind::persistent, .request = request};
  }
};

}  // namespace strobe::bcs::mpi
