// SPDX-License-Identifier: BSD-3-Clause
//
// Assertions: what has to be so wherever the code is right and nobody has written into its memory.
// They stay on in release builds. Arguments of a user are not for them: those are refused with an
// Error that says what would be right.
#pragma once

#include <atomic>
#include <source_location>
#include <string>

#include "base/format.hpp"
#include "strobe/error.hpp"

namespace strobe::base {

/// Ends what cannot go on. It may be called under a lock, in any thread.
using OnFailedAssertion = void (*)(const std::string& sentence);

namespace detail {
inline std::atomic<OnFailedAssertion> on_failed_assertion{nullptr};
}  // namespace detail

/// From now on an assertion that fails calls this, which does not return. Without it an Error is
/// thrown. A library that is called from C, where nobody catches that, sets one.
inline void end_on_failed_assertion(OnFailedAssertion end) { detail::on_failed_assertion = end; }

[[noreturn, gnu::cold, gnu::noinline]] inline void fail_assertion(const char* what,
                                                                  std::source_location where) {
  const std::string sentence = format(
      "internal error at {}:{}: {}; Strobe is wrong here, or the program has overwritten memory "
      "that is not its own",
      where.file_name(), where.line(), what);
  // Where the end fails an assertion itself, it is not begun again.
  if (const OnFailedAssertion end = detail::on_failed_assertion.exchange(nullptr)) end(sentence);
  throw Error(sentence);
}

/// `what` says what is not so: "a message is longer than the ring it is in".
constexpr void ensure(bool is_so, const char* what,
                      std::source_location where = std::source_location::current()) {
  if (!is_so) [[unlikely]]
    fail_assertion(what, where);
}

}  // namespace strobe::base
