// SPDX-License-Identifier: BSD-3-Clause
//
// Work that keeps every port of a core busy, so it tells of a neighbour on the core's other
// hardware thread: then it takes a fifth to two thirds longer, where a chain of dependent
// instructions takes as long as ever.
#pragma once

#include <cstdint>

namespace strobe::measure {

/// Beside a neighbour the work takes longer than the least that was seen by more than this. Alone
/// it was seen to vary by 1 %, beside a neighbour to take 1.2 to 1.7 times as long.
inline constexpr double alone_factor = 1.1;

/// Seconds for one of `steps` steps, which take about six cycles each.
[[nodiscard]] double port_filling_step_s(std::uint64_t steps);

}  // namespace strobe::measure
