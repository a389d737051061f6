// SPDX-License-Identifier: BSD-3-Clause
//
// What `strobe explore` or --replay chooses: which message a receive or a probe gets, what a test
// finds, and after which others a one-sided operation or a lock takes effect. All else that a run
// does follows from these choices in the deterministic mode. An operation with a choice then waits
// for it as if the program had named it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bcs/runtime/access_order.hpp"
#include "bcs/runtime/envelope.hpp"

namespace strobe::bcs::mpi {

/// What one operation gets.
struct Choice {
  /// Of the message that a receive or a probe gets; any_source if the choice is no message.
  runtime::Rank source = runtime::any_source;
  /// The positions in their array of the requests that a test finds complete, ascending.
  std::vector<int> requests;
  /// The one-sided operations or locks after which one takes effect; none if the choice is
  /// something else.
  std::optional<std::vector<runtime::AccessName>> after;
  /// The thread that goes on; none if the choice is something else.
  std::optional<int> thread;

  [[nodiscard]] bool is_message() const { return source != runtime::any_source; }
  /// A test or a nonblocking probe finds nothing.
  [[nodiscard]] bool is_nothing() const {
    return !is_message() && !after && !thread && requests.empty();
  }
};

class Choices {
 public:
  /// None: every operation chooses itself.
  Choices() = default;
  /// Those of one rank in a file with a line `RANK OPERATION ANSWER` for each choice. Ranks are
  /// those of the job. In each rank these operations are counted from 0: receives and probes from
  /// any source, tests, nonblocking probes, MPI_Waitany and MPI_Waitsome, one-sided operations,
  /// MPI_Win_sync, locks of windows, and turns of threads. ANSWER is the rank of a source, `none`,
  /// positions of requests such as `[0,2]`, or the operations after which this one takes effect,
  /// each as `RANK.OPERATION`, such as `after(0.3,2.1)`, or the thread that goes on, such as
  /// `thread(1)`. Throws strobe::Error with one sentence if the file cannot be read or has another
  /// line.
  Choices(const std::string& path, runtime::Rank rank, runtime::Rank ranks);

  /// Whether there is a file, which may choose nothing.
  [[nodiscard]] bool are_given() const { return are_given_; }
  /// For the next operation that has a choice; null if nothing is chosen for it.
  [[nodiscard]] const Choice* next() {
    const std::uint32_t operation = operations_++;
    if (choices_.empty()) [[likely]]
      return nullptr;
    if (operation == last_ && when_used_up_) when_used_up_();
    const auto found = choices_.find(operation);
    return found == choices_.end() ? nullptr : &found->second;
  }
  /// The same for a receive or a blocking probe from any source; any_source if none is chosen.
  [[nodiscard]] runtime::Rank next_source() {
    const Choice* const choice = next();
    if (choice == nullptr) [[likely]]
      return runtime::any_source;
    if (!choice->is_message()) refuse();
    return choice->source;
  }
  /// The same without taking it: null as well if the next operation has no choice.
  [[nodiscard]] const Choice* peek() const {
    const auto found = choices_.find(operations_);
    return found == choices_.end() ? nullptr : &found->second;
  }
  /// The number of the operation for which `next` was called last.
  [[nodiscard]] std::uint32_t current() const { return operations_ - 1; }
  /// How many ranks have choices.
  [[nodiscard]] int choosing_ranks() const { return choosing_ranks_; }
  /// Has this called when the last operation begins for which this rank has a choice.
  void call_when_used_up(std::function<void()> used_up) { when_used_up_ = std::move(used_up); }
  /// Ends the job: the last operation is another one than when the choice was made.
  [[noreturn]] void refuse() const;

 private:
  bool are_given_ = false;
  std::unordered_map<std::uint32_t, Choice> choices_;
  std::uint32_t operations_ = 0;
  std::uint32_t last_ = 0;  ///< with a choice
  int choosing_ranks_ = 0;
  std::function<void()> when_used_up_;
};

}  // namespace strobe::bcs::mpi
