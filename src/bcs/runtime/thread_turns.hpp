// SPDX-License-Identifier: BSD-3-Clause
//
// Threads of a process use the runtime in turns: those of the application with MPI_THREAD_MULTIPLE,
// and a progress thread (progress_thread.hpp). One of the waiting threads of the application waits
// in the endpoint for all of them, and steps out if another thread wants a turn.
//
// Where `strobe explore` chooses the order of the threads, one of them at a time goes on: at the
// begin of a call, and where a call tells of others. Then all ranks are blocked, and all other
// threads of the process sleep. So which threads could go on does not depend on timing.
#pragma once

#include <sys/types.h>

#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "bcs/runtime/atomic.hpp"
#include "bcs/runtime/endpoint.hpp"

namespace strobe::bcs::runtime {

class ThreadTurns final : public WaitDelegate {
 public:
  /// Which threads there are besides the one that has initialized MPI.
  struct Others {
    bool of_application = false;
    bool for_progress = false;
  };

  /// `mpi_threads` belong to the MPI and never call it, in ascending order.
  ThreadTurns(Endpoint& endpoint, Others others, std::vector<pid_t> mpi_threads)
      : endpoint_(endpoint), others_(others), mpi_threads_(std::move(mpi_threads)) {
    if (others.of_application) endpoint.delegate_waits_to(*this);
  }

  /// Waits until it is this thread's turn.
  void enter();
  void leave();
  /// The turn of the progress thread, which waits until no thread of the application is in the
  /// runtime, and interrupts none.
  class ProgressTurn {
   public:
    explicit ProgressTurn(ThreadTurns& turns) : lock_(turns.mutex_) {}

   private:
    std::lock_guard<std::mutex> lock_;
  };
  /// This thread never does what a waiting thread waits for.
  void exempt(pid_t thread);

  WaitOutcome wait(FunctionRef<bool()> is_complete, FunctionRef<bool()> at_edge) override;

  /// From now on threads call `take_turn`. `chosen` says which one goes on next; none: the one that
  /// has waited for the most turns, and of those the one with the lowest number.
  void choose_with(std::function<std::optional<int>()> chosen) { chosen_ = std::move(chosen); }
  /// Within `enter` and `leave`: waits until this thread, which has a number, goes on. Returns at
  /// once if that is not chosen any more: a thread has computed for too long.
  WaitOutcome take_turn(int thread);
  /// A new thread waits until it is the only one that goes on, before it runs what it is for. Else
  /// timing would say which thread first gets a lock.
  void start(int thread);
  [[nodiscard]] bool are_chosen() const { return chosen_ != nullptr; }
  /// Whether no thread goes on now, since one does not wait for others although its call has to.
  void hold_turns(bool are_held) { are_held_ = are_held; }

  /// Whether other threads wait.
  [[nodiscard]] bool has_waiting() const { return !waiting_.empty(); }
  /// Whether all other threads sleep until this rank makes progress.
  [[nodiscard]] bool do_others_sleep() const;
  /// The number of threads that have called MPI.
  [[nodiscard]] int threads() const { return threads_.load(std::memory_order_relaxed); }

 private:
  struct Waiting;

  WaitOutcome wait(Waiting& own);
  void lock();
  void yield_turn();
  [[nodiscard]] bool is_contended() const;
  void wait_for_all();
  [[nodiscard]] Waiting* next_turn() const;
  [[nodiscard]] Waiting* next_start() const;
  [[nodiscard]] bool have_others_stopped();
  void end_turns();

  Endpoint& endpoint_;
  Others others_;
  std::vector<pid_t> mpi_threads_;
  std::mutex mutex_;
  Atomic<int> contenders_{0};  ///< threads that want a turn
  Atomic<int> threads_{0};
  std::list<Waiting*> waiting_;
  bool is_polled_ = false;  ///< a waiting thread is in the endpoint
  std::function<std::optional<int>()> chosen_;
  std::map<int, std::uint64_t> last_turns_;  ///< of each thread
  std::uint64_t turns_ = 0;
  bool are_held_ = false;
};

}  // namespace strobe::bcs::runtime
