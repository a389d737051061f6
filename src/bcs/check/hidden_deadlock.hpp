// SPDX-License-Identifier: BSD-3-Clause
//
// Whether a program only continued because the MPI buffered a message, or let a member leave a
// collective early: MPI 4.1, section 3.5, calls such a program unsafe. The orders of all ranks are
// run once more with the matches that they had, where each send waits for its receive to begin, and
// each collective for all its members (Hilbrich and others, "MPI runtime error detection with
// MUST", 2012, describe these transitions). A run that gets stuck shows what would be a deadlock.
#pragma once

#include <cstdint>
#include <vector>

#include "bcs/check/order_log.hpp"

namespace strobe::bcs::check {

/// A rank that would wait for ever, and for whom.
struct HiddenWait {
  std::int32_t rank = 0;
  std::uint32_t place = 0;  ///< of the operation
  OrderEvent::Kind kind{};  ///< how the operation began
  std::int32_t waits_for = 0;
};

/// Ranks each of which waits for the next, and the last one for the first; empty if there are none.
/// In doubt there are none: a receive from any source might get another message, and of a log that
/// is not whole nothing is known after its end.
[[nodiscard]] std::vector<HiddenWait> hidden_deadlock(const std::vector<Order>& orders);

}  // namespace strobe::bcs::check
