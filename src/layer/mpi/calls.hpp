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
      throw Error("messages above 2 GiB need an MPI of version 4 or later");
    }
  }
  return static_cast<Count>(bytes);
}

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
  }
  throw Error("unknown reduction in the MPI layer");
}

}  // namespace strobe::layer::mpi
