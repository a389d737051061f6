// SPDX-License-Identifier: BSD-3-Clause
//
// The axes that choose a loop over memory and the places of its vectors, shared by the kernels that
// run these loops.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "kernels/memory/loops.hpp"
#include "measure/kernel.hpp"
#include "measure/point.hpp"

namespace strobe::kernels::memory {

/// `code`, `type`, `isa`, `pages` and `offset_bytes`; the first of `codes` and of `types` is the
/// default.
[[nodiscard]] std::vector<measure::AxisInfo> loop_axes(std::span<const Code> codes,
                                                       std::span<const ElementType> types);
/// `pad_bytes`, for kernels with several vectors.
[[nodiscard]] measure::AxisInfo pad_axis();

[[nodiscard]] std::size_t bytes_at(const measure::Point& point, std::string_view axis);
[[nodiscard]] Code code_at(const measure::Point& point);
[[nodiscard]] ElementType element_at(const measure::Point& point);

/// The loop that the axes choose. Throws strobe::Error if there is none.
[[nodiscard]] Loop loop_at(AccessPattern pattern, const measure::Point& point);

/// Throws strobe::Error if stores that bypass the caches could not write whole registers from
/// `start` on.
void require_aligned_stores(Code code, const std::byte* start);

}  // namespace strobe::kernels::memory
