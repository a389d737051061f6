// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/thread_turns.hpp"

#include <sched.h>

#include <algorithm>
#include <condition_variable>
#include <optional>

#include "bcs/runtime/threads.hpp"

namespace strobe::bcs::mpi {

using runtime::FunctionRef;
using runtime::WaitOutcome;

struct ThreadTurns::Waiting {
  FunctionRef<bool()> is_complete;
  FunctionRef<bool()> at_edge;
  std::optional<WaitOutcome> outcome{};
  std::condition_variable told{};
};

void ThreadTurns::enter() {
  static thread_local bool is_known = false;
  if (!is_known) {
    is_known = true;
    threads_.fetch_add(1, std::memory_order_relaxed);
  }
  come_in();
}

void ThreadTurns::come_in() {
  if (mutex_.try_lock()) return;
  // Who waits in the endpoint looks whether somebody wants to come in, and may be asleep.
  wanted_.fetch_add(1, std::memory_order_seq_cst);
  endpoint_.wake(endpoint_.rank());
  mutex_.lock();
  wanted_.fetch_sub(1, std::memory_order_seq_cst);
}

void ThreadTurns::leave() { mutex_.unlock(); }

/// Comes back without saying so: of two that wait each would have the other step out again and
/// again, and their rank would never be blocked.
void ThreadTurns::give_way() {
  mutex_.unlock();
  sched_yield();
  mutex_.lock();
}

/// Those that have got what they waited for want to come in, too, and go.
bool ThreadTurns::is_wanted() const {
  return wanted_.load(std::memory_order_seq_cst) != 0 ||
         std::ranges::any_of(waiting_,
                             [](const Waiting* each) { return each->outcome.has_value(); });
}

WaitOutcome ThreadTurns::wait(FunctionRef<bool()> is_complete, FunctionRef<bool()> at_edge) {
  Waiting own{.is_complete = is_complete, .at_edge = at_edge};
  const auto place = waiting_.insert(waiting_.end(), &own);
  while (!own.outcome) {
    if (is_polled_) {
      std::unique_lock lock(mutex_, std::adopt_lock);
      own.told.wait(lock);
      lock.release();
      continue;
    }
    is_polled_ = true;
    wait_for_all();
    is_polled_ = false;
    if (!own.outcome && is_wanted()) give_way();
  }
  waiting_.erase(place);
  // Somebody else has to look now.
  if (!is_polled_ && !waiting_.empty()) waiting_.front()->told.notify_one();
  return *own.outcome;
}

void ThreadTurns::wait_for_all() {
  const auto any = [this](FunctionRef<bool()> Waiting::* condition) {
    return std::ranges::any_of(
        waiting_, [&](const Waiting* each) { return !each->outcome && (each->*condition)(); });
  };
  const WaitOutcome outcome =
      endpoint_.wait_alone([&] { return is_wanted() || any(&Waiting::is_complete); },
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
    each->told.notify_one();
  }
}

bool ThreadTurns::do_others_sleep() const { return runtime::do_others_sleep(mpis_threads_); }

}  // namespace strobe::bcs::mpi
