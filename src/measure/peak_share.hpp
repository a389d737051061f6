// SPDX-License-Identifier: BSD-3-Clause
//
// Message sizes at which a kernel with a size axis reaches a given share of its peak bandwidth.
// CoMet, section 4.1, loads the links with messages of these sizes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "measure/axis.hpp"

namespace strobe::measure {

/// 0.5 for `n50` and 0.9 for `n90`; nothing for any other word.
[[nodiscard]] std::optional<double> peak_share_of(std::string_view word);

/// The smallest size, in bytes, at which the curve reaches `share` of its peak bandwidth,
/// interpolated linearly over the logarithm of the size. `medians` are in increasing order of size.
/// Returns nothing if no message had any bytes.
[[nodiscard]] std::optional<std::int64_t> size_at_peak_share(std::span<const AxisMedian> medians,
                                                             double share);

}  // namespace strobe::measure
