// SPDX-License-Identifier: BSD-3-Clause
//
// Waiting of one rank: it polls while it is awake, by its wait policy, and then blocks.
#pragma once

#include <sched.h>

#include "base/function_ref.hpp"
#include "bcs/runtime/quiescence.hpp"
#include "bcs/runtime/wait_policy.hpp"

namespace strobe::bcs::runtime {

class Waiter {
 public:
  Waiter(const WaitPolicy& policy, Quiescence& quiescence)
      : policy_(policy), core_(policy), quiescence_(quiescence) {}

  [[nodiscard]] const WaitPolicy& policy() const { return policy_; }

  /// From now on a blocked rank calls `background` periodically, since another rank may need it to
  /// continue: the MPI below has no thread of its own.
  void call_while_blocked(void (*background)()) {
    background_ = background;
    quiescence_.poll_always();
  }
  [[nodiscard]] bool has_background() const { return background_ != nullptr; }

  /// Calls `is_done()` until that is so, spinning and yielding. False if the rank has to block
  /// first: it has waited for long, or a blocked rank wants an edge, for which all have to block.
  template <class IsDone>
  bool poll_awake(IsDone&& is_done);

  /// As Quiescence::block.
  Release block(FunctionRef<bool()> has_work, bool wants_edge, FunctionRef<bool()> poll) {
    const auto poll_all = [&] {
      if (background_ != nullptr) background_();
      return poll();
    };
    return quiescence_.block(has_work, wants_edge, policy_, core_, poll_all);
  }

 private:
  WaitPolicy policy_;
  SharedCore core_;
  Quiescence& quiescence_;
  void (*background_)() = nullptr;
};

template <class IsDone>
bool Waiter::poll_awake(IsDone&& is_done) {
  int left_without_yield = policy_.rounds_without_yield;
  for (int round = 0; round < policy_.spin_rounds; ++round) {
    for (int spin = 0; spin < policy_.spins; ++spin) {
      if (is_done()) return true;
      if (quiescence_.is_edge_wanted()) return false;
      cpu_relax();
    }
    // Even if ranks are few, the rank that this one waits for may want this core.
    if (!policy_.defers_to_other_processes) {
      sched_yield();
    } else if (!core_.yield() && (!core_.is_paused() || left_without_yield-- == 0)) {
      return false;
    }
  }
  return false;
}

}  // namespace strobe::bcs::runtime
