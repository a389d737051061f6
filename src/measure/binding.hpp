// SPDX-License-Identifier: BSD-3-Clause
//
// Binds this process to CPUs, as a launcher does it for all processes.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace strobe::measure {

/// The CPUs of a list such as "3" or "0-3,8", in ascending order. Throws strobe::Error for any
/// other text.
[[nodiscard]] std::vector<int> parse_cpus(std::string_view text);

/// Throws strobe::Error if the system does not allow these CPUs.
void bind_to(std::span<const int> cpus);

}  // namespace strobe::measure
