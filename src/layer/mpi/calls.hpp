// SPDX-License-Identifier: BSD-3-Clause
//
// Common helpers for MPI: checked calls, counts above 2 GiB, and the MPI handles of our types.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <limits>

#include "strobe/error.hpp"
#include "strobe/message_layer.hpp"

#if MPI_VERSION >= 4
#define STROBE_MPI_COUNT(function) function##_c
#else
#define STROBE_MPI_COUNT(function) function
#endif

namespace strobe::layer::mpi {

#if MPI_VERSION >= 4
using Count = MPI_Count;
#else
using Count = int;
#endif

/// Throws strobe::Error with the MPI's message for `code`.
[[noreturn]] void fail(int code, const char* function);

inline void check(int code, const char* function) {
  if (code != MPI_SUCCESS) [[unlikely]]
    fail(code, function);
}

/// The count of `bytes`. Throws if an MPI older than version 4 cannot represent it.
[[nodiscard]] inline Count to_count(std::size_t bytes) {
  if constexpr (sizeof(Count) < sizeof(std::size_t)) {
    if (bytes > static_cast<std::size_t>(std::numeric_limits<Count>::max())) [[unlikely]] {
      throw Error("this operation on more than 2 GiB needs an MPI of version 4 or later");
    }
  }
  return static_cast<Count>(bytes);
}

/// A number of bytes as the count and the datatype of one call. An MPI older than version 4 counts
/// with an int; more bytes are then one element of a derived datatype, which the message carries
/// whole.
class Amount {
 public:
#if MPI_VERSION >= 4
  explicit Amount(std::size_t bytes) : count_(static_cast<Count>(bytes)) {}
#else
  explicit Amount(std::size_t bytes) : count_(1) {
    if (bytes <= static_cast<std::size_t>(std::numeric_limits<Count>::max())) [[likely]] {
      count_ = static_cast<Count>(bytes);
    } else {
      make(bytes);
    }
  }
  /// A pending message keeps the datatype until it is complete.
  ~Amount() {
    if (type_ != MPI_BYTE) [[unlikely]]
      MPI_Type_free(&type_);
  }
  Amount(const Amount&) = delete;
  Amount& operator=(const Amount&) = delete;
#endif
  [[nodiscard]] Count count() const { return count_; }
  [[nodiscard]] MPI_Datatype type() const { return type_; }

 private:
#if MPI_VERSION < 4
  void make(std::size_t bytes);
#endif
  Count count_;
  MPI_Datatype type_ = MPI_BYTE;
};

/// The request of a nonblocking or persistent operation that `start` makes.
template <class Start>
[[nodiscard]] inline MPI_Request started(const char* function, Start&& start) {
  MPI_Request request = MPI_REQUEST_NULL;
  check(start(&request), function);
  return request;
}

[[nodiscard]] inline MPI_Datatype datatype(Element element) {
  switch (element) {
    case Element::int32:
      return MPI_INT32_T;
    case Element::int64:
      return MPI_INT64_T;
    case Element::float32:
      return MPI_FLOAT;
    case Element::float64:
      return MPI_DOUBLE;
    case Element::int32_int:
      return MPI_2INT;
    case Element::int64_int:
      return MPI_LONG_INT;
    case Element::float32_int:
      return MPI_FLOAT_INT;
    case Element::float64_int:
      return MPI_DOUBLE_INT;
  }
  throw Error("unknown element type in the MPI layer");
}

[[nodiscard]] inline MPI_Op operation_handle(Operation operation) {
  switch (operation) {
    case Operation::sum:
      return MPI_SUM;
    case Operation::minimum:
      return MPI_MIN;
    case Operation::maximum:
      return MPI_MAX;
    case Operation::bitwise_and:
      return MPI_BAND;
    case Operation::bitwise_or:
      return MPI_BOR;
    case Operation::bitwise_xor:
      return MPI_BXOR;
    case Operation::logical_and:
      return MPI_LAND;
    case Operation::logical_or:
      return MPI_LOR;
    case Operation::logical_xor:
      return MPI_LXOR;
    case Operation::maxloc:
      return MPI_MAXLOC;
    case Operation::minloc:
      return MPI_MINLOC;
  }
  throw Error("unknown reduction in the MPI layer");
}

}  // namespace strobe::layer::mpi
