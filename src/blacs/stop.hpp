// SPDX-License-Identifier: BSD-3-Clause
//
// Ends the program after an error. The standard has no error codes. So the library calls the user's
// error handler, writes a message that names the routine and the process, and ends the program.
#pragma once

#include <cstdint>
#include <exception>
#include <utility>

namespace strobe::blacs {

/// The current call, as messages name it.
struct Call {
  const char* routine = "";
  std::int64_t context = -1;
};

[[noreturn]] void stop(const Call& call, const char* why) noexcept;

/// Writes the sentence and ends all processes with the exit code.
[[noreturn]] void end_all(const char* sentence, int code) noexcept;

/// Runs the body of a routine. An exception ends the program.
template <class Body>
auto guarded(const Call& call, Body&& body) noexcept {
  try {
    return std::forward<Body>(body)();
  } catch (const std::exception& error) {
    stop(call, error.what());
  }
}

}  // namespace strobe::blacs
