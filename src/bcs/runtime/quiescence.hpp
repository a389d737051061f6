// SPDX-License-Identifier: BSD-3-Clause
//
// When nobody can go on. Strobe sender and strobe receiver are whoever blocks last: it finds that
// all ranks of the node are blocked, and begins the next slice for those that have something to
// decide. Where there is nothing to decide, nobody will ever go on.
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
#include <optional>

#include "bcs/runtime/function_ref.hpp"
#include "bcs/runtime/segment.hpp"

namespace strobe::bcs::runtime {

/// Why a blocked rank goes on.
enum class Release : std::uint8_t {
  none,   ///< it did not block, for there was something to do
  woken,  ///< somebody did something
  edge,   ///< a slice has begun
  stuck,  ///< nobody can ever go on
};

class Quiescence {
 public:
  Quiescence(Segment& segment, Rank rank)
      : segment_(segment), control_(segment.control()), door_(segment.door(rank)) {}

  /// Counts as blocked until released. `has_work` is asked once when the mark is made: whether
  /// there is something to do after all. `looks` are made before it sleeps.
  Release block(FunctionRef<bool()> has_work, bool wants_edge, int looks);

  void wake(Rank rank) {
    if (is_blocked(rank)) wake_blocked(rank);
  }
  [[nodiscard]] bool is_blocked(Rank rank) const {
    return segment_.door(rank).blocked.load(std::memory_order_seq_cst) != 0;
  }

  void native(bool is_inside);
  /// The rank takes no further part.
  void depart();

  /// Whether somebody who is blocked has something to decide, so that others should block soon.
  [[nodiscard]] bool is_edge_wanted() const {
    return control_.wanting.load(std::memory_order_relaxed) != 0;
  }
  [[nodiscard]] std::uint32_t slice() const {
    return control_.slice.load(std::memory_order_relaxed);
  }
  [[nodiscard]] bool is_stuck() const {
    return control_.stuck.load(std::memory_order_relaxed) != 0;
  }
  /// Edges that were decided although somebody was in a native call, from where it might have sent
  /// something.
  [[nodiscard]] std::uint32_t unproven() const {
    return control_.unproven.load(std::memory_order_relaxed);
  }

 private:
  void wake_blocked(Rank rank);
  void decide_if_quiescent(bool is_unproven);
  void release(Door& door);

  Segment& segment_;
  Control& control_;
  Door& door_;
};

}  // namespace strobe::bcs::runtime
