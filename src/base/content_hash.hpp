// SPDX-License-Identifier: BSD-3-Clause
//
// A 64-bit hash of bytes, for comparing contents: fast, and not safe against attacks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace strobe::base {

[[nodiscard]] std::uint64_t content_hash(std::span<const std::byte> data);

}  // namespace strobe::base
