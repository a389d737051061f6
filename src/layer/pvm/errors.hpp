// SPDX-License-Identifier: BSD-3-Clause
//
// PVM tells a failure by a negative number; here it becomes strobe::Error with PVM's own words.
#pragma once

namespace strobe::layer::pvm {

/// Throws strobe::Error that names the function and says what PVM calls `code`.
[[noreturn]] void fail(int code, const char* function);

/// The result of a call, where it is not a failure.
inline int check(int result, const char* function) {
  if (result < 0) [[unlikely]]
    fail(result, function);
  return result;
}

}  // namespace strobe::layer::pvm
