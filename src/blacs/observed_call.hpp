// SPDX-License-Identifier: BSD-3-Clause
//
// Observes a call of the interface. At debug level 1 it checks the arguments first. At timing
// levels it adds the call's time and messages to the statistics of the process.
#pragma once

#include <chrono>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>

#include "blacs/arguments.hpp"
#include "blacs/call_statistics.hpp"

/// Marks functions that are seldom called, so that they do not slow down their callers.
#ifdef __GNUC__
#define STROBE_BLACS_COLD __attribute__((noinline, cold))
#else
#define STROBE_BLACS_COLD
#endif

namespace strobe::blacs {

class ObservedCall {
 public:
  /// Ends the program if an argument is wrong.
  ObservedCall(const char* routine, std::span<const Argument> arguments) noexcept;
  ~ObservedCall();
  ObservedCall(const ObservedCall&) = delete;
  ObservedCall& operator=(const ObservedCall&) = delete;

  /// The routine with its arguments, as messages show them.
  [[nodiscard]] std::string description() const;

  [[nodiscard]] const char* routine() const { return routine_; }

  void count_sent(std::size_t size_bytes) {
    ++totals_.messages;
    totals_.size_bytes += size_bytes;
  }
  void count_wait(double time_s) { totals_.waiting_s += time_s; }

  /// The current call of this thread; null outside of the BLACS.
  [[nodiscard]] static ObservedCall* current();
  /// The description of the current call.
  [[nodiscard]] static std::string describe_current();

 private:
  const char* routine_;
  std::span<const Argument> arguments_;
  std::chrono::steady_clock::time_point begin_;
  CallTotals totals_{.calls = 1};
};

/// Runs the body of a call and observes it.
template <class Body>
auto observe(const char* routine, std::initializer_list<Argument> arguments,
             const Body& body) noexcept {
  const ObservedCall call(routine, {arguments.begin(), arguments.size()});
  return body();
}

}  // namespace strobe::blacs
