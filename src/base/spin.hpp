// SPDX-License-Identifier: BSD-3-Clause
//
// Waiting for another process without asking the system, as long as it may come at any moment.
#pragma once

#include <sched.h>

namespace strobe::base {

/// Looks until `arrived()`. Now and then the core is given away, since who is waited for may have
/// none; before that `is_over()` is asked, and where it says so the answer is false.
template <class Arrived, class IsOver>
bool spin_until(Arrived&& arrived, IsOver&& is_over) {
  constexpr int looks_before_yield = 20000;
  for (int looks = 0; !arrived();) {
    if (++looks < looks_before_yield) continue;
    looks = 0;
    if (is_over()) return false;
    sched_yield();
  }
  return true;
}

}  // namespace strobe::base
