// SPDX-License-Identifier: BSD-3-Clause
//
// PVM functions return a negative number on failure. These functions throw strobe::Error with PVM's
// message.
#pragma once

namespace strobe::layer::pvm {

/// Throws strobe::Error with the function and PVM's message for `code`.
[[noreturn]] void fail(int code, const char* function);

/// Returns the result of a call, or throws if it has failed.
inline int check(int result, const char* function) {
  if (result < 0) [[unlikely]]
    fail(result, function);
  return result;
}

}  // namespace strobe::layer::pvm
