// SPDX-License-Identifier: BSD-3-Clause
//
// Waits for another process by spinning, for waits that usually are short.
#pragma once

#include <sched.h>

namespace strobe::base {

/// Spins until `arrived()` is true, and then returns true. After every 20,000 polls it returns
/// false if `is_over()` is true; otherwise it yields the core, because the other process may need
/// it to run.
template <class Arrived, class IsOver>
bool spin_until(Arrived&& arrived, IsOver&& is_over) {
  constexpr int polls_before_yield = 20000;
  for (int polls = 0; !arrived();) {
    if (++polls < polls_before_yield) continue;
    polls = 0;
    if (is_over()) return false;
    sched_yield();
  }
  return true;
}

}  // namespace strobe::base
