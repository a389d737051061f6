// SPDX-License-Identifier: BSD-3-Clause
//
// Sizes in the notation that people use: 8, 1Ki, 4Mi, 1.5Gi, 16k.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace strobe::base {

/// Converts text to bytes: digits, an optional fraction, and a suffix k, M, G (powers of 1000) or
/// Ki, Mi, Gi (powers of 1024), with or without a final B. Throws strobe::Error with examples of
/// the notation.
[[nodiscard]] std::int64_t parse_size_bytes(std::string_view text);

/// The shortest exact notation: 65536 is 64Ki, 65539 is 65539.
[[nodiscard]] std::string format_size(std::int64_t size_bytes);

}  // namespace strobe::base
