// SPDX-License-Identifier: BSD-3-Clause
//
// --check of the level of thread support that MPI_Init_thread has provided (MPI 4.1, section
// 11.2.1): which threads call MPI, and whether two of them are in MPI at the same time.
#pragma once

#include <atomic>
#include <mutex>
#include <set>
#include <utility>

#include "bcs/check/check_log.hpp"
#include "bcs/mpi/call_scope.hpp"

namespace strobe::bcs::mpi {

class ThreadChecks {
 public:
  /// In the thread that has initialized MPI.
  explicit ThreadChecks(check::CheckLog& log);

  /// This thread enters a call of the application. Ends the job if another thread is in a call
  /// that the level does not allow at the same time: neither the MPI nor the runtime can serve it.
  void entered() {
    if (level_ != MPI_THREAD_MULTIPLE) enter_checked();
  }
  /// It leaves the call, or is in code of the application again.
  void left() {
    if (level_ == MPI_THREAD_MULTIPLE || facts_of(call_state.function).is_for_any_thread) return;
    report_other(inside_.load(std::memory_order_relaxed));
    inside_.store(nullptr, std::memory_order_release);
  }

 private:
  using Call = std::pair<Function, const void*>;  ///< its function and return address

  void enter_checked();
  /// Ends the job if it is a call of another thread.
  void report_other(const CallState* inside);
  void report_thread();
  [[noreturn]] void report_overlap(Call other);
  [[nodiscard]] check::Place place_of(Call call);

  check::CheckLog& log_;
  const int level_;
  /// States of calls stand for their threads.
  const CallState* const main_ = &call_state;
  /// The call that was entered last, until one is left. Loads and stores find an overlap without
  /// the cost of an exchange: of two threads that enter at once, the one whose store is not the
  /// last sees the other's when it leaves.
  std::atomic<const CallState*> inside_{nullptr};
  std::mutex lock_;
  std::set<Call> reported_;
};

}  // namespace strobe::bcs::mpi
