// SPDX-License-Identifier: BSD-3-Clause
//
// How tests and nonblocking probes are answered in the deterministic mode. What was complete when
// the current slice began is found at once. Whether more has come since then is certain only when
// it has come, or when all ranks are blocked and the next slice begins. To wait for that each time
// would keep ranks in step that have work of their own. So each call site has an allowance: so many
// calls in a row find nothing although something may have come, and the next one waits. Counts of
// calls decide that, and no clock, so that a program gets the same answers in each run.
//
// The allowance is an exponential backoff (Metcalfe and Boggs, "Ethernet", 1976). It doubles when a
// call has waited for nothing, or when the program had something to do after an answer without
// success. Otherwise it is halved. So a message is found at most after twice the number of calls
// that had found nothing when it came.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/tick_clock.hpp"
#include "bcs/mpi/bindings/functions.hpp"
#include "bcs/mpi/call_site.hpp"

namespace strobe::bcs::mpi {

/// One place in the program that calls a test or a nonblocking probe.
class PollSite {
 public:
  explicit PollSite(Function function) : function_(function) {}

  /// A call begins or ends on a rank that has begun so many operations.
  void begins(std::uint32_t operations) {
    ++calls_;
    if (has_failed_ && operations != operations_) is_useful_ = true;
  }
  void ends(std::uint32_t operations, bool has_found) {
    operations_ = operations;
    has_failed_ = !has_found;
  }
  /// Whether the call may find nothing without waiting.
  [[nodiscard]] bool may_fail_at_once() {
    if (left_ == 0) return false;
    --left_;
    return true;
  }
  /// The call has waited for so long until it found something, or a slice began.
  void waited(base::Ticks ticks, bool has_found, bool has_slice_begun);

  /// Whether the last call that waited had to wait for a slice.
  [[nodiscard]] bool expects_slice() const { return expects_slice_; }

  [[nodiscard]] Function function() const { return function_; }
  [[nodiscard]] std::uint64_t calls() const { return calls_; }
  /// Calls that waited until a slice began.
  [[nodiscard]] std::uint64_t slices() const { return slices_; }
  /// How long all calls have waited.
  [[nodiscard]] base::Ticks ticks() const { return ticks_; }
  /// Empty unless the process writes a record and a call has waited for a slice.
  [[nodiscard]] const CallSite& where() const { return where_; }

 private:
  static constexpr std::uint32_t most = 64;
  static constexpr std::uint32_t most_after_success = 16;

  Function function_;
  std::uint64_t calls_ = 0;
  std::uint64_t slices_ = 0;
  base::Ticks ticks_ = 0;
  CallSite where_;
  std::uint32_t allowance_ = 0;
  std::uint32_t left_ = 0;        ///< of the allowance
  std::uint32_t operations_ = 0;  ///< that the rank had begun when the last call ended
  bool expects_slice_ = false;
  bool has_failed_ = false;  ///< the last call has found nothing
  bool is_useful_ = false;   ///< the program has begun an operation after a call that found nothing
};

class PollSites {
 public:
  /// The site of the current call of this thread.
  [[nodiscard]] PollSite& current();
  /// Those where calls have waited for slices, the longest wait first.
  [[nodiscard]] std::vector<const PollSite*> by_wait() const;

 private:
  std::unordered_map<const void*, PollSite> sites_;  ///< by the return address of the call
};

}  // namespace strobe::bcs::mpi
