// SPDX-License-Identifier: BSD-3-Clause
//
// Threads of a process with MPI_THREAD_MULTIPLE use the runtime in turns. One of the waiting
// threads waits in the endpoint for all of them, and steps out if another thread wants a turn.
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
  /// `mpi_threads` belong to the MPI and never call it, in ascending order.
  ThreadTurns(runtime::Endpoint& endpoint, std::vector<pid_t> mpi_threads)
      : endpoint_(endpoint), mpi_threads_(std::move(mpi_threads)) {
    endpoint.delegate_waits_to(*this);
  }

  /// Waits until it is this thread's turn.
  void enter();
  void leave();

  runtime::WaitOutcome wait(FunctionRef<bool()> is_complete, FunctionRef<bool()> at_edge) override;

  /// Whether other threads wait.
  [[nodiscard]] bool has_waiting() const { return !waiting_.empty(); }
  /// Whether all other threads sleep until this rank makes progress.
  [[nodiscard]] bool do_others_sleep() const;
  /// The number of threads that have called MPI.
  [[nodiscard]] int threads() const { return threads_.load(std::memory_order_relaxed); }

 private:
  struct Waiting;

  void lock();
  void yield_turn();
  [[nodiscard]] bool is_contended() const;
  void wait_for_all();

  runtime::Endpoint& endpoint_;
  std::vector<pid_t> mpi_threads_;
  std::mutex mutex_;
  std::atomic<int> contenders_{0};  ///< threads that want a turn
  std::atomic<int> threads_{0};
  std::list<Waiting*> waiting_;
  bool is_polled_ = false;  ///< a waiting thread is in the endpoint
};

}  // namespace strobe::bcs::mpi
