// SPDX-License-Identifier: BSD-3-Clause
//
// The frame of each call of the API.
#pragma once

#include "bcs/api/process.hpp"
#include "strobe/bcs.h"

namespace strobe::bcs::api {

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
