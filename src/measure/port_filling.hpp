// SPDX-License-Identifier: BSD-3-Clause
//
// Work that keeps every port of a core busy. It takes 20 to 70 % longer while the core's other
// hardware thread is busy, whereas a chain of dependent instructions takes the same time.
#pragma once

#include <cstdint>

namespace strobe::measure {

/// If a step takes longer than the shortest one by more than this factor, the other hardware thread
/// was busy. Measured: 1 % variation on an undisturbed core, 1.2 to 1.7 times as long next to a
/// busy thread.
inline constexpr double neighbour_factor = 1.1;

/// Seconds for one of `steps` steps, each of about six cycles.
[[nodiscard]] double port_filling_step_s(std::uint64_t steps);

}  // namespace strobe::measure
