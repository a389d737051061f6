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
  void left() { inside_.store(nullptr, std::memory_order_release); }

 private:
  using Call = std::pair<Function, const void*>;  ///< its function and return address

  void enter_checked();
  void report_thread();
  [[noreturn]] void report_overlap(Call other);
  [[nodiscard]] check::Place place_of(Call call);

  check::CheckLog& log_;
  const int level_;
  /// States of calls stand for their threads.
  const CallState* const main_ = &call_state;
  std::atomic<const CallState*> inside_{nullptr};
  std::mutex lock_;
  std::set<Call> reported_;
};

}  // namespace strobe::bcs::mpi
