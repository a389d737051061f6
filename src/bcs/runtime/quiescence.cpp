// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/quiescence.hpp"

#include <mutex>

#include "bcs/runtime/transition.hpp"

namespace strobe::bcs::runtime {

namespace {

/// How long ranks may be in native calls before an edge is decided without them.
constexpr std::chrono::milliseconds native_patience{20};

}  // namespace

void Quiescence::release(Door& door) {
  if (door.wants_edge.load(std::memory_order_relaxed) != 0) {
    control_.wanting.fetch_sub(1, std::memory_order_relaxed);
  }
  --control_.blocked;
  STROBE_TRANSITION(released);
  door.blocked.store(0, std::memory_order_seq_cst);
  STROBE_TRANSITION(unblocked);
  // Who is about to sleep looks at `blocked` after it has said so.
  if (door.sleeping.load(std::memory_order_seq_cst) != 0) futex_wake(door.blocked);
}

void Quiescence::wake_blocked(Rank rank) {
  STROBE_TRANSITION(waking);
  const std::lock_guard lock(control_.lock);
  Door& door = segment_.door(rank);
  if (door.blocked.load(std::memory_order_relaxed) != 0) release(door);
}

void Quiescence::decide_if_quiescent(bool is_unproven) {
  const auto ranks = static_cast<std::uint32_t>(segment_.ranks());
  const std::uint32_t accounted =
      control_.blocked + control_.departed + (is_unproven ? control_.native : 0);
  if (accounted != ranks || control_.blocked == 0) return;
  if (control_.wanting.load(std::memory_order_relaxed) == 0) {
    if (is_unproven && control_.native != 0) return;  // who is in a native call may yet come back
    control_.stuck.store(control_.blocked, std::memory_order_relaxed);
    for (Rank rank = 0; rank < segment_.ranks(); ++rank) {
      Door& door = segment_.door(rank);
      if (door.blocked.load(std::memory_order_relaxed) != 0) release(door);
    }
    return;
  }
  if (is_unproven && control_.native != 0) control_.unproven.fetch_add(1);
  const std::uint32_t slice = control_.slice.load(std::memory_order_relaxed) + 1;
  control_.slice.store(slice, std::memory_order_relaxed);
  for (Rank rank = 0; rank < segment_.ranks(); ++rank) {
    Door& door = segment_.door(rank);
    if (door.blocked.load(std::memory_order_relaxed) == 0 ||
        door.wants_edge.load(std::memory_order_relaxed) == 0) {
      continue;
    }
    door.edge.store(slice, std::memory_order_relaxed);
    release(door);
  }
}

Release Quiescence::block(FunctionRef<bool()> has_work, bool wants_edge, int looks) {
  const std::uint32_t last_edge = door_.edge.load(std::memory_order_relaxed);
  {
    const std::lock_guard lock(control_.lock);
    STROBE_TRANSITION(marking);
    door_.blocked.store(1, std::memory_order_seq_cst);
    STROBE_TRANSITION(marked);
    if (is_stuck() || has_work()) {
      door_.blocked.store(0, std::memory_order_relaxed);
      return is_stuck() ? Release::stuck : Release::none;
    }
    door_.wants_edge.store(wants_edge ? 1 : 0, std::memory_order_relaxed);
    if (wants_edge) control_.wanting.fetch_add(1, std::memory_order_relaxed);
    ++control_.blocked;
    STROBE_TRANSITION(counted);
    decide_if_quiescent(false);
  }
  STROBE_TRANSITION(blocked);
  for (int look = 0; look < looks && door_.blocked.load(std::memory_order_acquire) != 0; ++look) {
    __builtin_ia32_pause();
  }
  while (door_.blocked.load(std::memory_order_acquire) != 0) {
    door_.sleeping.store(1, std::memory_order_seq_cst);
    STROBE_TRANSITION(falling_asleep);
    if (door_.blocked.load(std::memory_order_seq_cst) != 0) {
      if (wants_edge) {
        futex_wait(door_.blocked, 1, native_patience);
      } else {
        futex_wait(door_.blocked, 1);
      }
    }
    door_.sleeping.store(0, std::memory_order_relaxed);
    if (wants_edge && door_.blocked.load(std::memory_order_acquire) != 0) {
      const std::lock_guard lock(control_.lock);
      if (door_.blocked.load(std::memory_order_relaxed) != 0) decide_if_quiescent(true);
    }
  }
  if (is_stuck()) return Release::stuck;
  return door_.edge.load(std::memory_order_relaxed) != last_edge ? Release::edge : Release::woken;
}

void Quiescence::native(bool is_inside) {
  const std::lock_guard lock(control_.lock);
  door_.native.store(is_inside ? 1 : 0, std::memory_order_relaxed);
  control_.native += is_inside ? 1 : -1U;
}

void Quiescence::depart() {
  const std::lock_guard lock(control_.lock);
  ++control_.departed;
  decide_if_quiescent(false);
}

}  // namespace strobe::bcs::runtime
