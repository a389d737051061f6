// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/thread_turns.hpp"

#include <sched.h>

#include <algorithm>
#include <condition_variable>
#include <optional>

#include "bcs/runtime/threads.hpp"

namespace strobe::bcs::runtime {

struct ThreadTurns::Waiting {
  FunctionRef<bool()> is_complete;
  FunctionRef<bool()> at_edge;
  std::optional<WaitOutcome> outcome{};
  std::condition_variable notified{};
};

void ThreadTurns::enter() {
  static thread_local bool is_counted = false;
  if (!is_counted) {
    is_counted = true;
    threads_.fetch_add(1, std::memory_order_relaxed);
  }
  lock();
  if (others_.for_progress) endpoint_.end_computing();
}

void ThreadTurns::lock() {
  if (mutex_.try_lock()) return;
  // The thread that waits in the endpoint checks for contenders, and may be asleep.
  contenders_.fetch_add(1, std::memory_order_seq_cst);
  endpoint_.wake(endpoint_.rank());
  mutex_.lock();
  contenders_.fetch_sub(1, std::memory_order_seq_cst);
}

void ThreadTurns::leave() {
  if (others_.for_progress) endpoint_.begin_computing();
  mutex_.unlock();
}

void ThreadTurns::exempt(pid_t thread) {
  const std::lock_guard lock(mutex_);
  mpi_threads_.insert(std::ranges::lower_bound(mpi_threads_, thread), thread);
}

/// Does not count as a contender afterwards: two waiting threads would interrupt each other again
/// and again, and their rank would never be blocked.
void ThreadTurns::yield_turn() {
  mutex_.unlock();
  sched_yield();
  mutex_.lock();
}

/// Waiting threads whose wait is complete need a turn to return.
bool ThreadTurns::is_contended() const {
  return contenders_.load(std::memory_order_seq_cst) != 0 ||
         std::ranges::any_of(waiting_,
                             [](const Waiting* each) { return each->outcome.has_value(); });
}

WaitOutcome ThreadTurns::wait(FunctionRef<bool()> is_complete, FunctionRef<bool()> at_edge) {
  Waiting own{.is_complete = is_complete, .at_edge = at_edge};
  const auto place = waiting_.insert(waiting_.end(), &own);
  while (!own.outcome) {
    if (is_polled_) {
      std::unique_lock lock(mutex_, std::adopt_lock);
      own.notified.wait(lock);
      lock.release();
      continue;
    }
    is_polled_ = true;
    wait_for_all();
    is_polled_ = false;
    if (!own.outcome && is_contended()) yield_turn();
  }
  waiting_.erase(place);
  // Another waiting thread waits in the endpoint from now on.
  if (!is_polled_ && !waiting_.empty()) waiting_.front()->notified.notify_one();
  return *own.outcome;
}

void ThreadTurns::wait_for_all() {
  const auto any = [this](FunctionRef<bool()> Waiting::* condition) {
    return std::ranges::any_of(
        waiting_, [&](const Waiting* each) { return !each->outcome && (each->*condition)(); });
  };
  const WaitOutcome outcome =
      endpoint_.wait_alone([&] { return is_contended() || any(&Waiting::is_complete); },
                           [&] { return any(&Waiting::at_edge); });
  for (Waiting* const each : waiting_) {
    if (each->outcome) continue;
    if (each->is_complete()) {
      each->outcome = WaitOutcome::complete;
    } else if (outcome == WaitOutcome::deadlock ||
               (outcome == WaitOutcome::edge && each->at_edge())) {
      each->outcome = outcome;
    } else {
      continue;
    }
    each->notified.notify_one();
  }
}

bool ThreadTurns::do_others_sleep() const { return runtime::do_others_sleep(mpi_threads_); }

}  // namespace strobe::bcs::runtime
