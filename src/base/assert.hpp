// SPDX-License-Identifier: BSD-3-Clause
//
// Assertions: conditions that hold unless Strobe has a bug or the program has overwritten Strobe's
// memory. They stay on in release builds. An Error, not an assertion, reports a wrong argument of a
// user.
#pragma once

#include <atomic>
#include <source_location>
#include <string>

#include "base/format.hpp"
#include "strobe/error.hpp"

namespace strobe::base {

/// Ends the process after a failed assertion. Any thread may call it, also one that holds a lock.
using AssertionHandler = void (*)(const std::string& sentence);

namespace detail {
inline std::atomic<AssertionHandler> assertion_handler{nullptr};
}  // namespace detail

/// Sets the handler of failed assertions; it must not return. Without a handler an assertion throws
/// an Error. A library that C programs call needs a handler, because C does not catch the Error.
inline void set_assertion_handler(AssertionHandler handler) { detail::assertion_handler = handler; }

[[noreturn, gnu::cold, gnu::noinline]] inline void fail_assertion(const char* what,
                                                                  std::source_location where) {
  const std::string sentence = format(
      "internal error at {}:{}: {}; Strobe is wrong here, or the program has overwritten memory "
      "that is not its own",
      where.file_name(), where.line(), what);
  // An assertion that fails inside the handler does not start the handler again.
  if (const AssertionHandler handler = detail::assertion_handler.exchange(nullptr))
    handler(sentence);
  throw Error(sentence);
}

/// `what` describes the failure: "a message is longer than the ring it is in".
constexpr void ensure(bool holds, const char* what,
                      std::source_location where = std::source_location::current()) {
  if (!holds) [[unlikely]]
    fail_assertion(what, where);
}

}  // namespace strobe::base
