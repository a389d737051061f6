// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/quiescence.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

#include "base/assert.hpp"
#include "base/clock.hpp"
#include "bcs/runtime/transition.hpp"

namespace strobe::bcs::runtime {

namespace {

/// How long ranks may be in calls into the MPI below before an edge is decided without them.
constexpr std::chrono::milliseconds native_call_timeout{20};
/// A rank that makes so many from one look at them to the next polls, unless these are too far
/// apart.
constexpr std::uint32_t least_polls_of_mpi = 2;
constexpr std::chrono::milliseconds longest_look{100};
constexpr std::chrono::milliseconds thread_poll_interval{100};

bool has_mark(const RankStatus& status) {
  return status.wait_state.load(std::memory_order_relaxed) == WaitState::blocked;
}

}  // namespace

void Quiescence::release(RankStatus& status) {
  base::ensure(control_.blocked != 0, "a rank is released although no rank is blocked");
  if (status.wants_edge.load(std::memory_order_relaxed) != 0) {
    base::ensure(control_.wanting.load(std::memory_order_relaxed) != 0,
                 "a released rank wants a slice, but the count of such ranks is 0");
    control_.wanting.fetch_sub(1, std::memory_order_relaxed);
  }
  if (status.active_threads.load(std::memory_order_relaxed) != 0) --control_.active_threads;
  --control_.blocked;
  ++control_.activity;
  STROBE_TRANSITION(released);
  status.wait_state.store(WaitState::awake, std::memory_order_seq_cst);
  STROBE_TRANSITION(unblocked);
  // A rank that is about to sleep sets `sleeping` and then reads its state once more.
  if (status.sleeping.load(std::memory_order_seq_cst) != 0) futex_wake(status.wait_state);
}

void Quiescence::wake_blocked(int member) {
  STROBE_TRANSITION(waking);
  const std::lock_guard lock(control_.lock);
  RankStatus& status = segment_.status(member);
  if (has_mark(status)) release(status);
}

void Quiescence::wake_progress(int member) {
  RankStatus& status = segment_.status(member);
  std::uint32_t seen = WaitState::computing;
  if (!status.wait_state.compare_exchange_strong(seen, WaitState::awake,
                                                 std::memory_order_relaxed)) {
    return;
  }
  STROBE_TRANSITION(waking_progress);
  status.progress_signal.fetch_add(1, std::memory_order_relaxed);
  futex_wake(status.progress_signal);
}

bool Quiescence::is_idle() const {
  const auto ranks = static_cast<std::uint32_t>(segment_.ranks());
  base::ensure(control_.blocked <= ranks && control_.departed <= ranks - control_.blocked &&
                   control_.active_threads <= control_.blocked &&
                   control_.wanting.load(std::memory_order_relaxed) <= control_.blocked,
               "more ranks are blocked or have departed than the node has");
  return control_.blocked != 0 &&
         control_.blocked + control_.departed == static_cast<std::uint32_t>(segment_.ranks());
}

void Quiescence::release_those_that_want() {
  const std::uint32_t slice = control_.slice.load(std::memory_order_relaxed) + 1;
  control_.edge_ns.store(base::monotonic_now().count(), std::memory_order_relaxed);
  control_.slice.store(slice, std::memory_order_relaxed);
  for (int member = 0; member < segment_.ranks(); ++member) {
    RankStatus& status = segment_.status(member);
    if (!has_mark(status) || status.wants_edge.load(std::memory_order_relaxed) == 0) {
      continue;
    }
    status.edge.store(slice, std::memory_order_relaxed);
    release(status);
  }
}

void Quiescence::release_all() {
  control_.deadlocked.store(control_.blocked, std::memory_order_relaxed);
  for (int member = 0; member < segment_.ranks(); ++member) {
    RankStatus& status = segment_.status(member);
    if (has_mark(status)) release(status);
  }
}

/// It polls rarely if it has slept for long, and has to agree with other leaders now.
void Quiescence::wake_leader() {
  RankStatus& leader = segment_.status(0);
  if (leader.sleeping.load(std::memory_order_seq_cst) != 0) futex_wake(leader.wait_state);
}

void Quiescence::decide_if_quiescent() {
  if (!is_idle()) return;
  if (!is_only_node_) return wake_leader();
  // A rank in a call into the MPI below may return, and may be another thread of a blocked rank.
  const bool is_proven = control_.native == 0;
  if (control_.wanting.load(std::memory_order_relaxed) != 0) {
    if (!is_proven) control_.unproven.fetch_add(1, std::memory_order_relaxed);
    release_those_that_want();
  } else if (is_proven && control_.active_threads == 0) {
    release_all();
  }
}

std::optional<Release> Quiescence::mark_blocked(FunctionRef<bool()> has_work, bool wants_edge) {
  const std::lock_guard lock(control_.lock);
  STROBE_TRANSITION(marking);
  status_.wait_state.store(WaitState::blocked, std::memory_order_seq_cst);
  STROBE_TRANSITION(marked);
  if (is_deadlocked() || has_work()) {
    status_.wait_state.store(WaitState::awake, std::memory_order_relaxed);
    return is_deadlocked() ? Release::deadlock : Release::none;
  }
  status_.wants_edge.store(wants_edge ? 1 : 0, std::memory_order_relaxed);
  if (wants_edge) control_.wanting.fetch_add(1, std::memory_order_relaxed);
  status_.active_threads.store(do_threads_sleep_ != nullptr ? 1 : 0, std::memory_order_relaxed);
  if (do_threads_sleep_ != nullptr) ++control_.active_threads;
  ++control_.blocked;
  STROBE_TRANSITION(counted);
  decide_if_quiescent();
  return std::nullopt;
}

void Quiescence::release_self() {
  const std::lock_guard lock(control_.lock);
  if (is_marked()) release(status_);
}

Release Quiescence::block(FunctionRef<bool()> has_work, bool wants_edge, const WaitPolicy& policy,
                          SharedCore& core, FunctionRef<bool()> poll) {
  const std::uint32_t last_edge = status_.edge.load(std::memory_order_relaxed);
  if (const std::optional<Release> release = mark_blocked(has_work, wants_edge)) return *release;
  STROBE_TRANSITION(blocked);
  blocked_since_ = threads_polled_ = std::chrono::nanoseconds(0);
  if (is_only_node_) native_looked_ = std::chrono::nanoseconds(0);
  WaitStages stages(policy, core, polls_);
  while (is_marked()) {
    if (polls_ && poll()) {
      release_self();
    } else if (!stages.stay_awake()) {
      sleep(wants_edge);
    }
  }
  if (is_deadlocked()) return Release::deadlock;
  return status_.edge.load(std::memory_order_relaxed) != last_edge ? Release::edge : Release::woken;
}

std::chrono::nanoseconds Quiescence::longest_sleep(bool wants_edge) const {
  if (polls_often_) return shortest_poll_interval;
  if (polls_) return poll_interval_after(base::monotonic_now() - active_since_);
  if (wants_edge) return native_call_timeout;
  if (has_active_threads()) return thread_poll_interval;
  return Liveness::poll_interval;
}

void Quiescence::sleep(bool wants_edge) {
  if (before_sleep_ != nullptr) before_sleep_();
  if (blocked_since_.count() == 0) {
    blocked_since_ = active_since_ = threads_polled_ = base::monotonic_now();
  }
  status_.sleeping.store(1, std::memory_order_seq_cst);
  STROBE_TRANSITION(falling_asleep);
  if (status_.wait_state.load(std::memory_order_seq_cst) == WaitState::blocked) {
    futex_wait(status_.wait_state, WaitState::blocked, longest_sleep(wants_edge));
  }
  status_.sleeping.store(0, std::memory_order_relaxed);
  if (is_marked()) liveness_.check();
  if (has_active_threads() && is_marked()) poll_threads();
  if (wants_edge && is_only_node_ && is_marked()) decide_without_native();
}

void Quiescence::decide_without_native() {
  const std::chrono::nanoseconds now = base::monotonic_now();
  if (now - std::max(blocked_since_, native_looked_) < native_call_timeout) return;
  const std::lock_guard lock(control_.lock);
  if (!polling_ranks(now) || !is_marked()) return;
  control_.unproven.fetch_add(1, std::memory_order_relaxed);
  release_those_that_want();
}

/// How many ranks are not blocked, if each of them is in a call into the MPI, or polls it: it has
/// made calls since this rank last looked, as one that waits for memory of another rank to change.
/// None if a rank does something else.
std::optional<std::uint32_t> Quiescence::polling_ranks(std::chrono::nanoseconds now) {
  const bool has_looked = now - std::exchange(native_looked_, now) <= longest_look;
  std::uint32_t polling = 0;
  bool do_all_wait = true;
  native_entries_.resize(static_cast<std::size_t>(segment_.ranks()));
  for (int member = 0; member < segment_.ranks(); ++member) {
    const RankStatus& status = segment_.status(member);
    const std::uint32_t calls =
        status.native_entries -
        std::exchange(native_entries_[static_cast<std::size_t>(member)], status.native_entries);
    if (has_mark(status) || status.has_departed.load(std::memory_order_relaxed) != 0) continue;
    ++polling;
    if (status.native_calls == 0 && (!has_looked || calls < least_polls_of_mpi))
      do_all_wait = false;
  }
  return do_all_wait ? std::optional(polling) : std::nullopt;
}

void Quiescence::poll_threads() {
  const std::chrono::nanoseconds now = base::monotonic_now();
  if (now - threads_polled_ < thread_poll_interval) return;
  threads_polled_ = now;
  if (!do_threads_sleep_()) return;
  const std::lock_guard lock(control_.lock);
  if (!is_marked()) return;
  status_.active_threads.store(0, std::memory_order_relaxed);
  --control_.active_threads;
  decide_if_quiescent();
}

void Quiescence::native(bool is_inside) {
  const std::lock_guard lock(control_.lock);
  base::ensure(is_inside || status_.native_calls != 0,
               "a rank returns from the MPI below although it is not in it");
  const bool was_inside = status_.native_calls != 0;
  status_.native_calls += is_inside ? 1 : -1U;
  if (is_inside) ++status_.native_entries;
  if (was_inside == (status_.native_calls != 0)) return;  // another thread is in it
  control_.native += is_inside ? 1 : -1U;
}

void Quiescence::depart() {
  const std::lock_guard lock(control_.lock);
  status_.has_departed.store(1, std::memory_order_release);
  ++control_.departed;
  decide_if_quiescent();
}

void Quiescence::sent(std::uint64_t count) {
  const std::lock_guard lock(control_.lock);
  control_.sent += count;
}

void Quiescence::received(std::uint64_t count) {
  const std::lock_guard lock(control_.lock);
  control_.received += count;
}

NodeState Quiescence::node_state() {
  const std::chrono::nanoseconds now = base::monotonic_now();
  const std::lock_guard lock(control_.lock);
  NodeState state{.is_idle = is_idle(),
                  .activity = control_.activity,
                  .sent = control_.sent,
                  .received = control_.received,
                  .wanting = control_.wanting.load(std::memory_order_relaxed),
                  .active_threads = control_.active_threads};
  if (state.is_idle || now - native_looked_ < native_call_timeout) return state;
  const std::optional<std::uint32_t> polling = polling_ranks(now);
  state.is_idle = polling.has_value();
  state.polling = polling.value_or(0);
  return state;
}

void Quiescence::begin_slice() {
  const std::lock_guard lock(control_.lock);
  // A rank that is blocked may wait for the MPI, too.
  if (control_.native != 0 || !is_idle()) control_.unproven.fetch_add(1, std::memory_order_relaxed);
  release_those_that_want();
}

void Quiescence::stop() {
  const std::lock_guard lock(control_.lock);
  release_all();
}

}  // namespace strobe::bcs::runtime
