// SPDX-License-Identifier: BSD-3-Clause
//
// What the calls of the API share: their frame, and checks of their arguments.
#pragma once

#include "bcs/api/process.hpp"
#include "strobe/bcs.h"

namespace strobe::bcs::api {

[[nodiscard]] constexpr bool is_waiting(bcs_waiting waiting) {
  return waiting == bcs_blocking || waiting == bcs_non_blocking;
}
/// Whether a test may be called so: one that does not block needs a place for its answer.
[[nodiscard]] constexpr bool may_test(bcs_waiting waiting, const int* flag) {
  return is_waiting(waiting) && (flag != nullptr || waiting == bcs_blocking);
}

/// No exception leaves to C. All of them mean that memory is exhausted.
template <class Body>
int guarded(Body&& body) noexcept {
  Process* const process = current();
  if (process == nullptr) return bcs_error_outside;
  try {
    return body(*process);
  } catch (...) {
    return bcs_error_memory;
  }
}

}  // namespace strobe::bcs::api
