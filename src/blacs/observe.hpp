// SPDX-License-Identifier: BSD-3-Clause
//
// A call of the interface under observation: at debug level 1 its arguments are looked at first, at
// timing levels its time and what it sends are entered in the process' tallies.
#pragma once

#include <chrono>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>

#include "blacs/arguments.hpp"
#include "blacs/tally.hpp"

/// For what is not to burden the function that calls it, because it is seldom called.
#ifdef __GNUC__
#define STROBE_BLACS_APART __attribute__((noinline, cold))
#else
#define STROBE_BLACS_APART
#endif

namespace strobe::blacs {

class Observed {
 public:
  /// Ends the program where an argument is wrong.
  Observed(const char* routine, std::span<const Argument> arguments) noexcept;
  ~Observed();
  Observed(const Observed&) = delete;
  Observed& operator=(const Observed&) = delete;

  /// The routine with its arguments, as a sentence names them.
  [[nodiscard]] std::string description() const;

  void count_sent(std::size_t size_bytes) {
    ++tally_.messages;
    tally_.size_bytes += size_bytes;
  }
  void count_wait(double time_s) { tally_.waiting_s += time_s; }

  /// The call that this thread is in; null outside the BLACS.
  [[nodiscard]] static Observed* current();
  /// Its description.
  [[nodiscard]] static std::string describe_current();

 private:
  const char* routine_;
  std::span<const Argument> arguments_;
  std::chrono::steady_clock::time_point begin_;
  Tally tally_{.calls = 1};
};

/// Runs the body of a call under observation.
template <class Body>
auto observe(const char* routine, std::initializer_list<Argument> arguments,
             const Body& body) noexcept {
  const Observed call(routine, {arguments.begin(), arguments.size()});
  return body();
}

}  // namespace strobe::blacs
