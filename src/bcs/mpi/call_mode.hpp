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
inline constexpr int pass_through = INT_MIN;

/// Two words, which are handed over in registers.
class CallMode {
 public:
  enum class Kind : std::uint8_t { blocking, nonblocking, persistent };

  static CallMode blocking(MPI_Status* status = MPI_STATUS_IGNORE) {
    return {Kind::blocking, status};
  }
  static CallMode nonblocking(MPI_Request* request) { return {Kind::nonblocking, request}; }
  static CallMode persistent(MPI_Request* request) { return {Kind::persistent, request}; }

  [[nodiscard]] Kind kind() const { return kind_; }
  [[nodiscard]] bool blocks() const { return kind_ == Kind::blocking; }
  /// Unless it blocks.
  [[nodiscard]] MPI_Request* request() const { return static_cast<MPI_Request*>(told_); }
  /// Of what blocks and receives.
  [[nodiscard]] MPI_Status* status() const { return static_cast<MPI_Status*>(told_); }

 private:
  CallMode(Kind kind, void* told) : kind_(kind), told_(told) {}

  Kind kind_;
  void* told_;  ///< what becomes of it: a request or a status
};

}  // namespace strobe::bcs::mpi
