// SPDX-License-Identifier: BSD-3-Clause
//
// The message sizes that load a link: those at which a kernel over sizes reaches a share of its
// peak bandwidth. CoMet, section 4.1, loads its contention kernel with them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "measure/axis.hpp"

namespace strobe::measure {

/// 0.5 of `n50` and 0.9 of `n90`; nothing of another word.
[[nodiscard]] std::optional<double> peak_share_of(std::string_view word);

/// The size, in bytes, from which on the curve reaches `share` of its greatest bandwidth, between
/// two points as a straight line over the sizes' logarithms would. `medians` are in increasing
/// order of size; nothing where none of them moved a byte.
[[nodiscard]] std::optional<std::int64_t> size_at_peak_share(std::span<const AxisMedian> medians,
                                                             double share);

}  // namespace strobe::measure
