// SPDX-License-Identifier: BSD-3-Clause
//
// The modes of an operation in the standard: blocking, nonblocking, persistent.
#pragma once

#include <climits>
#include <cstdint>

#include "bcs/mpi/mpi.hpp"

namespace strobe::bcs::mpi {

/// A handler returns this to pass the call through to the MPI. If an argument is invalid, the MPI
/// reports the error.
inline constexpr int pass_through = INT_MIN;

/// Two words, which the calling convention passes in registers.
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
  /// Unless the operation is blocking.
  [[nodiscard]] MPI_Request* request() const { return static_cast<MPI_Request*>(result_); }
  /// Of a blocking receive.
  [[nodiscard]] MPI_Status* status() const { return static_cast<MPI_Status*>(result_); }

 private:
  CallMode(Kind kind, void* result) : kind_(kind), result_(result) {}

  Kind kind_;
  void* result_;  ///< a request or a status
};

}  // namespace strobe::bcs::mpi
