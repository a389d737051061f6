// SPDX-License-Identifier: BSD-3-Clause
//
// Combines arrays of numbers element by element.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "bcs/protocol/operation.hpp"

namespace strobe::bcs::protocol {

/// The size of one number.
[[nodiscard]] std::int64_t bytes_of(ElementType number);

/// Combines both arrays into `lower`, whose ranks come first. Both have the same length. Integers
/// wrap around. A minimum or maximum of equal numbers, or of a NaN, is `lower`.
void combine(ReduceOperator reduce_operator, ElementType number, std::span<std::byte> lower,
             std::span<const std::byte> upper);

}  // namespace strobe::bcs::protocol
