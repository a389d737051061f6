// SPDX-License-Identifier: BSD-3-Clause
//
// When nobody can go on. Strobe sender and strobe receiver are whoever blocks last: it finds that
// all ranks of the node are blocked, and begins the next slice for those that have something to
// decide. Where there is nothing to decide, nobody will ever go on. Of several nodes each knows
// when it is idle, and their leaders agree on the rest (accord.hpp).
//
// The rules, each of which a first version lacked:
// - Whoever satisfies a wait marks the waiting rank runnable before it can block itself, under the
//   lock. So nobody is counted as blocked whose data are there.
// - Who blocks marks itself first and looks then once more. Whoever changes something does so first
//   and looks at the mark then. One of them sees the other.
// - An edge is decided by what had arrived before it: who is released by one decides before it
// polls.
#pragma once

#include <chrono>
#include <cstdint>

#include "bcs/runtime/function_ref.hpp"
#include "bcs/runtime/global_quiescence.hpp"
#include "bcs/runtime/liveness.hpp"
#include "bcs/runtime/segment.hpp"
#include "bcs/runtime/wait_policy.hpp"

namespace strobe::bcs::runtime {

/// Why a blocked rank goes on.
enum class Release : std::uint8_t {
  none,      ///< it did not block, for there was something to do
  woken,     ///< somebody did something
  edge,      ///< a slice has begun
  deadlock,  ///< nobody can ever go on
};

class Quiescence {
 public:
  /// `member` of a node, as its segment numbers its ranks.
  Quiescence(Segment& segment, int member, bool is_alone)
      : segment_(segment),
        control_(segment.control()),
        status_(segment.status(member)),
        is_alone_(is_alone),
        polls_(!is_alone),
        liveness_(segment, member) {}

  /// From now on `poll` is asked on a single node, too.
  void poll_always() { polls_ = true; }
  /// From now on other threads of this process may do something while its rank is blocked, unless
  /// this says that all of them sleep until somebody wakes them: it is asked now and then, and
  /// nothing is proven before.
  void watch_threads(bool (*do_they_sleep)()) { do_threads_sleep_ = do_they_sleep; }
  /// As Liveness::watch.
  void watch_others(Liveness::Lost lost) { liveness_.watch(lost); }

  /// Counts as blocked until released. `has_work` is asked once when the mark is made: whether
  /// there is something to do after all. It sleeps when its patience is over. Of several nodes,
  /// who is blocked asks `poll` now and then whether something has come from another one.
  Release block(FunctionRef<bool()> has_work, bool wants_edge, const WaitPolicy& patience,
                FunctionRef<bool()> poll);

  void wake(int member) {
    if (is_blocked(member)) wake_blocked(member);
  }
  [[nodiscard]] bool is_blocked(int member) const {
    return segment_.status(member).blocked.load(std::memory_order_seq_cst) != 0;
  }

  void native(bool is_inside);
  /// The rank takes no further part.
  void depart();

  // Of several nodes.
  /// Counts descriptors to other nodes, or from them.
  void sent(std::uint64_t count);
  void received(std::uint64_t count);
  /// Of this node as a whole.
  [[nodiscard]] Sample sample();
  /// What all nodes have agreed on.
  void begin_slice();
  void stop();

  /// How long this rank has slept, and left its core to others.
  [[nodiscard]] std::chrono::nanoseconds slept() const { return slept_; }

  /// Whether somebody who is blocked has something to decide, so that others should block soon.
  [[nodiscard]] bool is_edge_wanted() const {
    return control_.wanting.load(std::memory_order_relaxed) != 0;
  }
  [[nodiscard]] std::uint32_t slice() const {
    return control_.slice.load(std::memory_order_relaxed);
  }
  /// The begin of that slice, from the first one on, by the monotonic clock.
  [[nodiscard]] std::int64_t edge_ns() const {
    return control_.edge_ns.load(std::memory_order_relaxed);
  }
  [[nodiscard]] bool is_deadlocked() const {
    return control_.deadlocked.load(std::memory_order_relaxed) != 0;
  }
  /// Edges that were decided although somebody was in a native call, from where it might have sent
  /// something.
  [[nodiscard]] std::uint32_t unproven() const {
    return control_.unproven.load(std::memory_order_relaxed);
  }

 private:
  void wake_blocked(int member);
  [[nodiscard]] bool is_idle(bool without_native) const;
  void decide_if_quiescent(bool without_native);
  [[nodiscard]] bool has_active_threads() const {
    return status_.active_threads.load(std::memory_order_relaxed) != 0;
  }
  void poll_threads();
  void release(RankStatus& door);
  void release_those_that_want();
  void release_all();

  Segment& segment_;
  Control& control_;
  RankStatus& status_;
  bool is_alone_;
  bool polls_;
  Liveness liveness_;
  bool (*do_threads_sleep_)() = nullptr;
  std::chrono::nanoseconds threads_polled_{0};
  std::chrono::nanoseconds slept_{0};
};

}  // namespace strobe::bcs::runtime
