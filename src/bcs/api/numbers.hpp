// SPDX-License-Identifier: BSD-3-Clause
//
// Arrays of numbers that are combined element by element.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "bcs/protocol/operation.hpp"

namespace strobe::bcs::api {

/// Of one number.
[[nodiscard]] std::int64_t bytes_of(protocol::Number number);

/// Leaves in `lower` what comes of both, that of the lower ranks first. Both are of one length.
/// Integers wrap around; of two that are alike, and where either is no number, a minimum or maximum
/// is `lower`.
void combine(protocol::Combine combine, protocol::Number number, std::span<std::byte> lower,
             std::span<const std::byte> upper);

}  // namespace strobe::bcs::api
