// SPDX-License-Identifier: BSD-3-Clause
//
// Detects that all ranks of a node are blocked. The rank that blocks last acts as the paper's
// strobe sender and strobe receiver: it begins the next slice for the ranks that have something to
// decide. If no rank has, all of them are deadlocked. In a job of several nodes each node detects
// when it is idle, and the leaders agree on the rest (global_quiescence.hpp).
//
// The rules, each of which a first version lacked:
// - A rank that satisfies the wait of another one marks it runnable, under the lock, before it can
//   block itself. So no rank counts as blocked whose data have arrived.
// - A rank that blocks first sets its mark and then checks once more for work. A rank that changes
//   something first makes the change and then reads the mark. One of the two sees the other.
// - An edge decides on what had arrived before it: a rank that an edge releases decides before it
//   polls.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/clock.hpp"
#include "base/function_ref.hpp"
#include "bcs/runtime/global_quiescence.hpp"
#include "bcs/runtime/liveness.hpp"
#include "bcs/runtime/segment.hpp"
#include "bcs/runtime/wait_policy.hpp"

namespace strobe::bcs::runtime {

/// Why a blocked rank continues.
enum class Release : std::uint8_t {
  none,      ///< it did not block, since there was work
  woken,     ///< another rank did something for it
  edge,      ///< a slice has begun
  deadlock,  ///< no rank can ever continue
};

class Quiescence {
 public:
  /// `member` is the number of the rank in the segment.
  Quiescence(Segment& segment, int member, bool is_only_node)
      : segment_(segment),
        control_(segment.control()),
        status_(segment.status(member)),
        is_only_node_(is_only_node),
        polls_(!is_only_node),
        liveness_(segment, member) {}

  /// From now on a blocked rank calls `poll` on a single node, too.
  void poll_always() { polls_ = polls_often_ = true; }
  /// From now on other threads of this process may act while its rank is blocked, unless
  /// `do_they_sleep()` says that all of them sleep until another thread wakes them. A blocked rank
  /// asks that periodically, and there is no deadlock before.
  void watch_threads(bool (*do_they_sleep)()) { do_threads_sleep_ = do_they_sleep; }
  /// As Liveness::watch.
  void watch_others(Liveness::Lost lost) { liveness_.watch(lost); }

  /// Blocks the rank until it is released. `has_work()` is asked once, after the rank has set its
  /// mark. In a job of several nodes the rank calls `poll()` while it is blocked, and continues if
  /// that says that something has come from another node.
  Release block(FunctionRef<bool()> has_work, bool wants_edge, const WaitPolicy& policy,
                SharedCore& core, FunctionRef<bool()> poll);

  void wake(int member) {
    if (is_blocked(member)) wake_blocked(member);
  }
  [[nodiscard]] bool is_blocked(int member) const {
    return wait_state(member) == WaitState::blocked;
  }
  /// The same, and wakes the progress thread of a member that computes.
  void wake_any(int member) {
    const std::uint32_t state = wait_state(member);
    if (state == WaitState::blocked) wake_blocked(member);
    if (state == WaitState::computing) wake_progress(member);
  }
  /// The progress thread of this rank has to be woken from now on, or no longer. It looks for work
  /// afterwards.
  void mark_computing(bool computes) {
    status_.wait_state.store(computes ? WaitState::computing : WaitState::awake,
                             std::memory_order_seq_cst);
  }

  /// From now on this rank calls `before` each time before it sleeps.
  void call_before_sleep(void (*before)()) { before_sleep_ = before; }

  void native(bool is_inside);
  /// So many ranks of this node are in a deadlock that was found elsewhere.
  void mark_deadlocked(std::uint32_t ranks) {
    control_.deadlocked.store(ranks, std::memory_order_relaxed);
  }
  /// The rank takes no further part.
  void depart();

  // In a job of several nodes, for leaders except for `sent` and `received`.
  /// Leaders agree just now, so that this one polls often.
  void agrees() { active_since_ = base::monotonic_now(); }
  /// Counts descriptors to other nodes, or from them.
  void sent(std::uint64_t count);
  void received(std::uint64_t count);
  /// Ranks that poll the MPI are found every 20 ms: then the node may be idle in spite of them.
  [[nodiscard]] NodeState node_state();
  /// What the leaders have agreed on.
  void begin_slice();
  void stop();

  /// Whether a blocked rank has something to decide, so that the others should block soon.
  [[nodiscard]] bool is_edge_wanted() const {
    return control_.wanting.load(std::memory_order_relaxed) != 0;
  }
  [[nodiscard]] std::uint32_t slice() const {
    return control_.slice.load(std::memory_order_relaxed);
  }
  [[nodiscard]] bool is_deadlocked() const {
    return control_.deadlocked.load(std::memory_order_relaxed) != 0;
  }
  /// Edges that were decided while a rank was in a call into the MPI below, where it might have
  /// sent something.
  [[nodiscard]] std::uint32_t unproven() const {
    return control_.unproven.load(std::memory_order_relaxed);
  }

 private:
  /// Sets the mark and counts the rank as blocked, unless it has work.
  [[nodiscard]] std::optional<Release> mark_blocked(FunctionRef<bool()> has_work, bool wants_edge);
  [[nodiscard]] std::uint32_t wait_state(int member) const {
    return segment_.status(member).wait_state.load(std::memory_order_seq_cst);
  }
  [[nodiscard]] bool is_marked() const {
    return status_.wait_state.load(std::memory_order_acquire) == WaitState::blocked;
  }
  void release_self();
  void sleep(bool wants_edge);
  [[nodiscard]] std::chrono::nanoseconds longest_sleep(bool wants_edge) const;
  void wake_blocked(int member);
  void wake_progress(int member);
  [[nodiscard]] bool is_idle() const;
  void decide_if_quiescent();
  /// Decides an edge if each rank that is not blocked waits for others in the MPI below.
  void decide_without_native();
  [[nodiscard]] std::optional<std::uint32_t> polling_ranks(std::chrono::nanoseconds now);
  void wake_leader();
  [[nodiscard]] bool has_active_threads() const {
    return status_.active_threads.load(std::memory_order_relaxed) != 0;
  }
  void poll_threads();
  void release(RankStatus& status);
  void release_those_that_want();
  void release_all();

  Segment& segment_;
  Control& control_;
  RankStatus& status_;
  bool is_only_node_;
  bool polls_;
  bool polls_often_ = false;
  Liveness liveness_;
  bool (*do_threads_sleep_)() = nullptr;
  void (*before_sleep_)() = nullptr;
  std::chrono::nanoseconds blocked_since_{0};
  std::chrono::nanoseconds active_since_{0};  ///< the same, or since it last took part in agreeing
  std::chrono::nanoseconds threads_polled_{0};
  std::chrono::nanoseconds native_looked_{0};    ///< when this rank last looked at the next
  std::vector<std::uint32_t> native_entries_{};  ///< of each rank
};

}  // namespace strobe::bcs::runtime
