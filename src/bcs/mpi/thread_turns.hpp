// SPDX-License-Identifier: BSD-3-Clause
//
// The threads of a process that may all call MPI use the runtime in turns. Of those that wait one
// waits in the endpoint for all of them; whoever else comes in meanwhile has it step out.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <list>
#include <mutex>
#include <utility>
#include <vector>

#include "bcs/runtime/endpoint.hpp"

namespace strobe::bcs::mpi {

class ThreadTurns final : public runtime::WaitDelegate {
 public:
  /// `mpis_threads` never call MPI, in ascending order.
  ThreadTurns(runtime::Endpoint& endpoint, std::vector<pid_t> mpis_threads)
      : endpoint_(endpoint), mpis_threads_(std::move(mpis_threads)) {
    endpoint.delegate_waits_to(*this);
  }

  /// Waits until it is this thread's turn.
  void enter();
  void leave();

  runtime::WaitOutcome wait(runtime::FunctionRef<bool()> is_complete,
                            runtime::FunctionRef<bool()> at_edge) override;

  /// Whether other threads wait, whose turn it is not.
  [[nodiscard]] bool has_waiting() const { return !waiting_.empty(); }
  /// Whether no other thread will ever do anything by itself.
  [[nodiscard]] bool do_others_sleep() const;
  /// How many threads have called MPI.
  [[nodiscard]] int threads() const { return threads_.load(std::memory_order_relaxed); }

 private:
  struct Waiting;

  void come_in();
  void give_way();
  [[nodiscard]] bool is_wanted() const;
  void wait_for_all();

  runtime::Endpoint& endpoint_;
  std::vector<pid_t> mpis_threads_;
  std::mutex mutex_;
  std::atomic<int> wanted_{0};  ///< threads that want to come in
  std::atomic<int> threads_{0};
  std::list<Waiting*> waiting_;
  bool is_polled_ = false;  ///< one of those that wait is in the endpoint
};

}  // namespace strobe::bcs::mpi
