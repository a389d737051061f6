// SPDX-License-Identifier: BSD-3-Clause
//
// A model checker for small concurrent programs: it runs a program again and again, until it has
// seen each of its executions under the memory model of C++20 (execution.hpp).
//
// Threads are fibers. Wherever a thread is about to access what is shared, it asks the explorer,
// which knows what is read.
#pragma once

#include <compare>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weak_memory/execution.hpp"

namespace strobe::weak_memory {

/// What is run. All functions are called anew for each run; what is shared has to be made in the
/// same place each time, since the address is its name.
struct Program {
  std::function<void()> begin;                 ///< makes what is shared
  std::vector<std::function<void()>> threads;  ///< run side by side
  std::function<void()> end = [] {};           ///< checks the final state after all threads
};

/// A place in the source that orders memory. The file's name is that of the compiler.
struct Site {
  std::string_view file;
  unsigned line = 0;
  unsigned column = 0;
  std::memory_order order = std::memory_order_relaxed;
  bool is_fence = false;
  [[nodiscard]] auto operator<=>(const Site&) const = default;
};
/// As `ring.hpp:70 (release)`.
[[nodiscard]] std::string described(const Site& site);

struct Options {
  /// A site that is relaxed; if it is a fence, it is left out.
  std::optional<Site> weakened = std::nullopt;
  /// Executions that have more events are given up.
  std::size_t events_most = 200;
};

struct Outcome {
  std::size_t executions = 0;  ///< that came to their end
  /// In which a thread polls that could see something later: another execution goes on from there.
  std::size_t unfinished = 0;
  std::size_t given_up = 0;
  /// What went wrong in the first execution that is wrong, and the steps that led to it.
  std::string failure{};
  /// All that order memory more than relaxed, in the order in which they were met.
  std::vector<Site> sites{};
};

/// Runs the program until all its executions are known, or one is wrong: `ensure` failed, two
/// threads raced for data, or no thread can continue.
[[nodiscard]] Outcome explore(const Program& program, const Options& options = {});

/// What the program demands; called within a run.
void ensure(bool holds, const std::string& demand);

/// For the stand-ins of atomics and futexes: whether a thread of a program calls, and not its
/// `begin` or `end`.
[[nodiscard]] bool is_in_thread();
/// A thread takes a step, and gets the value that it reads. `initially` is the value that its
/// location begins with.
std::uint64_t perform(const Step& step, std::uint64_t initially = 0);
/// A thread reads, and writes in the same step: what `modify` makes of what is read and of
/// `step.written`, or else `step.written` itself. If `step.expected` is set and not read, it writes
/// nothing. The order is that of the whole.
struct Exchanged {
  std::uint64_t read;
  bool has_written;
};
Exchanged exchange(const Step& step,
                   std::uint64_t (*modify)(std::uint64_t read, std::uint64_t operand),
                   std::uint64_t initially);
/// What a location holds: for `end` what the threads have left there, and before that `initially`.
[[nodiscard]] std::uint64_t final_value(Address address, std::uint64_t initially);
/// Called in loops that poll, where the round has changed nothing: the thread goes on only in other
/// executions, in which the round reads something later.
void relax();
/// As futex(2): sleeps if the word holds `expected`; wakes all that sleep on the word.
void sleep_on(Address word, std::uint64_t expected, std::uint64_t initially,
              std::source_location where);
void wake(Address word, std::source_location where);

}  // namespace strobe::weak_memory
