// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/thread_turns.hpp"

#include <sched.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <optional>
#include <thread>

#include "bcs/runtime/threads.hpp"

namespace strobe::bcs::runtime {

namespace {

constexpr std::chrono::microseconds between_looks_at_threads{50};
/// A thread that computes for longer may wait for another one in a loop of its own.
constexpr std::chrono::seconds longest_computation{10};
/// One that creates others may wait for them in a loop as well.
constexpr std::chrono::seconds longest_before_start{1};

}  // namespace

struct ThreadTurns::Waiting {
  FunctionRef<bool()> is_complete;
  FunctionRef<bool()> at_edge;
  std::optional<int> turn_of{};   ///< the thread, if it waits for its turn
  std::optional<int> start_of{};  ///< the thread, if it has not started yet
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
  return wait(own);
}

WaitOutcome ThreadTurns::take_turn(int thread) {
  if (!chosen_) return WaitOutcome::complete;
  const auto never = [] { return false; };
  Waiting own{.is_complete = never, .at_edge = never, .turn_of = thread};
  const WaitOutcome outcome = wait(own);
  last_turns_[thread] = ++turns_;
  return outcome;
}

void ThreadTurns::start(int thread) {
  lock();
  if (chosen_) {
    const auto never = [] { return false; };
    Waiting own{.is_complete = never, .at_edge = never, .start_of = thread};
    wait(own);
  }
  mutex_.unlock();
}

ThreadTurns::Waiting* ThreadTurns::next_start() const {
  if (are_held_) return nullptr;
  Waiting* next = nullptr;
  for (Waiting* const each : waiting_) {
    if (each->start_of && !each->outcome && (next == nullptr || each->start_of < next->start_of))
      next = each;
  }
  return next;
}

ThreadTurns::Waiting* ThreadTurns::next_turn() const {
  if (are_held_) return nullptr;
  const std::optional<int> chosen = chosen_ ? chosen_() : std::nullopt;
  Waiting* next = nullptr;
  std::pair<std::uint64_t, int> least;
  for (Waiting* const each : waiting_) {
    if (!each->turn_of || each->outcome || (chosen && each->turn_of != chosen)) continue;
    const auto last = last_turns_.find(*each->turn_of);
    const std::pair key(last == last_turns_.end() ? 0 : last->second, *each->turn_of);
    if (next == nullptr || key < least) {
      next = each;
      least = key;
    }
  }
  return next;
}

void ThreadTurns::end_turns() {
  chosen_ = nullptr;
  for (Waiting* const each : waiting_) {
    if (!(each->turn_of || each->start_of) || each->outcome) continue;
    each->outcome = WaitOutcome::complete;
    each->notified.notify_one();
  }
}

/// Waits until no other thread acts by itself, or until a wait is over and no thread has to start.
/// False if a thread has called MPI meanwhile.
bool ThreadTurns::have_others_stopped() {
  const auto is_over = [](const Waiting* each) { return !each->outcome && each->is_complete(); };
  const auto since = std::chrono::steady_clock::now();
  while (!is_contended()) {
    endpoint_.progress();
    const bool is_one_starting = next_start() != nullptr;
    if (!is_one_starting && std::ranges::any_of(waiting_, is_over)) return true;
    if (do_others_sleep()) return !is_contended();
    const auto computed = std::chrono::steady_clock::now() - since;
    if (is_one_starting && computed > longest_before_start) return true;
    if (computed > longest_computation && next_turn() != nullptr) {
      end_turns();
      return false;
    }
    std::this_thread::sleep_for(between_looks_at_threads);
  }
  return false;
}

WaitOutcome ThreadTurns::wait(Waiting& own) {
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
  if (chosen_ && !have_others_stopped()) return;
  if (Waiting* const next = next_start(); next != nullptr) {
    next->outcome = WaitOutcome::complete;
    next->notified.notify_one();
    return;
  }
  const auto any = [this](FunctionRef<bool()> Waiting::* condition) {
    return std::ranges::any_of(
        waiting_, [&](const Waiting* each) { return !each->outcome && (each->*condition)(); });
  };
  const WaitOutcome outcome =
      endpoint_.wait_alone([&] { return is_contended() || any(&Waiting::is_complete); },
                           [&] { return any(&Waiting::at_edge) || next_turn() != nullptr; });
  bool has_ended = false;
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
    has_ended = true;
    each->notified.notify_one();
  }
  // A thread whose wait has ended goes on to its next turn first.
  if (outcome != WaitOutcome::edge || has_ended) return;
  if (Waiting* const next = next_turn(); next != nullptr) {
    next->outcome = WaitOutcome::complete;
    next->notified.notify_one();
  }
}

bool ThreadTurns::do_others_sleep() const { return runtime::do_others_sleep(mpi_threads_); }

}  // namespace strobe::bcs::runtime
