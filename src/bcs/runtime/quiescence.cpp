// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/quiescence.hpp"

#include <sched.h>

#include <mutex>

#include "base/assert.hpp"
#include "base/clock.hpp"
#include "bcs/runtime/transition.hpp"

namespace strobe::bcs::runtime {

namespace {

/// How long ranks may be in native calls before an edge is decided without them.
constexpr std::chrono::milliseconds native_call_timeout{20};
/// Nothing wakes who waits for another node, so that it looks again after so long.
constexpr std::chrono::microseconds other_node_poll_interval{50};
constexpr int polls_of_other_nodes = 200;
constexpr std::chrono::milliseconds thread_poll_interval{100};

}  // namespace

void Quiescence::release(RankStatus& door) {
  base::ensure(control_.blocked != 0, "a rank goes on where none is blocked");
  if (door.wants_edge.load(std::memory_order_relaxed) != 0) {
    base::ensure(control_.wanting.load(std::memory_order_relaxed) != 0,
                 "a rank that waits for a slice is not counted");
    control_.wanting.fetch_sub(1, std::memory_order_relaxed);
  }
  if (door.active_threads.load(std::memory_order_relaxed) != 0) --control_.active_threads;
  --control_.blocked;
  ++control_.activity;
  STROBE_TRANSITION(released);
  door.blocked.store(0, std::memory_order_seq_cst);
  STROBE_TRANSITION(unblocked);
  // Who is about to sleep looks at `blocked` after it has said so.
  if (door.sleeping.load(std::memory_order_seq_cst) != 0) futex_wake(door.blocked);
}

void Quiescence::wake_blocked(int member) {
  STROBE_TRANSITION(waking);
  const std::lock_guard lock(control_.lock);
  RankStatus& door = segment_.status(member);
  if (door.blocked.load(std::memory_order_relaxed) != 0) release(door);
}

bool Quiescence::is_idle(bool without_native) const {
  const auto ranks = static_cast<std::uint32_t>(segment_.ranks());
  base::ensure(control_.blocked <= ranks && control_.departed <= ranks - control_.blocked &&
                   control_.active_threads <= control_.blocked &&
                   control_.wanting.load(std::memory_order_relaxed) <= control_.blocked,
               "more ranks are blocked, or gone, than there are");
  return control_.blocked != 0 &&
         control_.blocked + control_.departed + (without_native ? control_.native : 0) ==
             static_cast<std::uint32_t>(segment_.ranks());
}

void Quiescence::release_those_that_want() {
  const std::uint32_t slice = control_.slice.load(std::memory_order_relaxed) + 1;
  control_.edge_ns.store(base::monotonic_now().count(), std::memory_order_relaxed);
  control_.slice.store(slice, std::memory_order_relaxed);
  for (int member = 0; member < segment_.ranks(); ++member) {
    RankStatus& door = segment_.status(member);
    if (door.blocked.load(std::memory_order_relaxed) == 0 ||
        door.wants_edge.load(std::memory_order_relaxed) == 0) {
      continue;
    }
    door.edge.store(slice, std::memory_order_relaxed);
    release(door);
  }
}

void Quiescence::release_all() {
  control_.deadlocked.store(control_.blocked, std::memory_order_relaxed);
  for (int member = 0; member < segment_.ranks(); ++member) {
    RankStatus& door = segment_.status(member);
    if (door.blocked.load(std::memory_order_relaxed) != 0) release(door);
  }
}

void Quiescence::decide_if_quiescent(bool without_native) {
  if (!is_alone_ || !is_idle(without_native)) return;
  // Who is in a native call may yet come back, and be another thread of one that is blocked.
  const bool is_proven = control_.native == 0;
  if (control_.wanting.load(std::memory_order_relaxed) != 0) {
    if (!is_proven) control_.unproven.fetch_add(1, std::memory_order_relaxed);
    release_those_that_want();
  } else if (is_proven && control_.active_threads == 0) {
    release_all();
  }
}

Release Quiescence::block(FunctionRef<bool()> has_work, bool wants_edge, const WaitPolicy& patience,
                          FunctionRef<bool()> poll) {
  const std::uint32_t last_edge = status_.edge.load(std::memory_order_relaxed);
  {
    const std::lock_guard lock(control_.lock);
    STROBE_TRANSITION(marking);
    status_.blocked.store(1, std::memory_order_seq_cst);
    STROBE_TRANSITION(marked);
    if (is_deadlocked() || has_work()) {
      status_.blocked.store(0, std::memory_order_relaxed);
      return is_deadlocked() ? Release::deadlock : Release::none;
    }
    status_.wants_edge.store(wants_edge ? 1 : 0, std::memory_order_relaxed);
    if (wants_edge) control_.wanting.fetch_add(1, std::memory_order_relaxed);
    status_.active_threads.store(do_threads_sleep_ != nullptr ? 1 : 0, std::memory_order_relaxed);
    if (do_threads_sleep_ != nullptr) ++control_.active_threads;
    ++control_.blocked;
    STROBE_TRANSITION(counted);
    decide_if_quiescent(false);
  }
  STROBE_TRANSITION(blocked);
  const auto is_blocked = [&] { return status_.blocked.load(std::memory_order_acquire) != 0; };
  for (int look = 0; !polls_ && look < patience.looks && is_blocked(); ++look) {
    __builtin_ia32_pause();
  }
  const std::chrono::nanoseconds blocked_since = base::monotonic_now();
  threads_polled_ = blocked_since;
  bool is_attentive = patience.attention.count() != 0;
  for (int look = 0; is_blocked(); ++look) {
    if (polls_) {
      if (poll()) {
        const std::lock_guard lock(control_.lock);
        if (is_blocked()) release(status_);
        break;
      }
      if (look < polls_of_other_nodes) {
        sched_yield();
        continue;
      }
    }
    if (is_attentive) {
      is_attentive = yield_core() && base::monotonic_now() - blocked_since < patience.attention;
      continue;
    }
    status_.sleeping.store(1, std::memory_order_seq_cst);
    STROBE_TRANSITION(falling_asleep);
    if (status_.blocked.load(std::memory_order_seq_cst) != 0) {
      const std::chrono::nanoseconds began = base::monotonic_now();
      if (polls_) {
        futex_wait(status_.blocked, 1, other_node_poll_interval);
      } else if (wants_edge) {
        futex_wait(status_.blocked, 1, native_call_timeout);
      } else if (has_active_threads()) {
        futex_wait(status_.blocked, 1, thread_poll_interval);
      } else {
        futex_wait(status_.blocked, 1, Liveness::poll_interval);
      }
      slept_ += base::monotonic_now() - began;
    }
    status_.sleeping.store(0, std::memory_order_relaxed);
    if (is_blocked()) liveness_.look();
    if (has_active_threads() && is_blocked()) poll_threads();
    if (wants_edge && is_blocked() &&
        base::monotonic_now() - blocked_since >= native_call_timeout) {
      const std::lock_guard lock(control_.lock);
      if (is_blocked()) decide_if_quiescent(true);
    }
  }
  if (is_deadlocked()) return Release::deadlock;
  return status_.edge.load(std::memory_order_relaxed) != last_edge ? Release::edge : Release::woken;
}

void Quiescence::poll_threads() {
  const std::chrono::nanoseconds now = base::monotonic_now();
  if (now - threads_polled_ < thread_poll_interval) return;
  threads_polled_ = now;
  if (!do_threads_sleep_()) return;
  const std::lock_guard lock(control_.lock);
  if (status_.blocked.load(std::memory_order_relaxed) == 0) return;
  status_.active_threads.store(0, std::memory_order_relaxed);
  --control_.active_threads;
  decide_if_quiescent(false);
}

void Quiescence::native(bool is_inside) {
  const std::lock_guard lock(control_.lock);
  base::ensure(is_inside || control_.native != 0, "a rank leaves the MPI where none is in it");
  control_.native += is_inside ? 1 : -1U;
}

void Quiescence::depart() {
  const std::lock_guard lock(control_.lock);
  status_.has_departed.store(1, std::memory_order_release);
  ++control_.departed;
  decide_if_quiescent(false);
}

void Quiescence::sent(std::uint64_t count) {
  const std::lock_guard lock(control_.lock);
  control_.sent += count;
}

void Quiescence::received(std::uint64_t count) {
  const std::lock_guard lock(control_.lock);
  control_.received += count;
}

Sample Quiescence::sample() {
  const std::lock_guard lock(control_.lock);
  return {.is_idle = is_idle(false),
          .activity = control_.activity,
          .sent = control_.sent,
          .received = control_.received,
          .wanting = control_.wanting.load(std::memory_order_relaxed),
          .active_threads = control_.active_threads};
}

void Quiescence::begin_slice() {
  const std::lock_guard lock(control_.lock);
  release_those_that_want();
}

void Quiescence::stop() {
  const std::lock_guard lock(control_.lock);
  release_all();
}

}  // namespace strobe::bcs::runtime
