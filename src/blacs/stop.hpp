// SPDX-License-Identifier: BSD-3-Clause
//
// How a call of the interface ends that cannot be fulfilled: the standard knows no error codes, so
// one sentence names the routine and the process, the user's handler is told, and the program ends.
#pragma once

#include <cstdint>
#include <exception>
#include <utility>

namespace strobe::blacs {

/// The call that is under way, as a sentence names it.
struct Call {
  const char* routine = "";
  std::int64_t context = -1;
};

[[noreturn]] void stop(const Call& call, const char* why) noexcept;

/// Writes the sentence, and ends all processes with the code.
[[noreturn]] void end_all(const char* sentence, int code) noexcept;

/// Runs the body of a routine; what it throws stops the program.
template <class Body>
auto guarded(const Call& call, Body&& body) noexcept {
  try {
    return std::forward<Body>(body)();
  } catch (const std::exception& error) {
    stop(call, error.what());
  }
}

}  // namespace strobe::blacs
