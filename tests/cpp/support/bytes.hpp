// SPDX-License-Identifier: BSD-3-Clause
//
// Messages for tests of message layers, and comparisons of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "measure/pattern.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::testing {

using Message = std::vector<std::byte>;

/// A message that only `rank` sends; each `seed` gives another one.
[[nodiscard]] inline Message message_of(int rank, std::size_t size_bytes, std::uint64_t seed = 1) {
  Message message(size_bytes);
  measure::fill(message, {.seed = seed, .rank = rank});
  return message;
}

/// A receive buffer whose bytes no rank sends.
[[nodiscard]] inline Message room_for(std::size_t size_bytes) {
  return message_of(-1, size_bytes, ~std::uint64_t{0});
}

/// The bytes of whole elements.
template <class T>
[[nodiscard]] Message bytes_of(const std::vector<T>& elements) {
  const std::span<const std::byte> bytes = std::as_bytes(std::span(elements));
  return {bytes.begin(), bytes.end()};
}

/// The sizes at which layers and kernels tend to have errors: zero, odd, and next to words and
/// pages.
inline constexpr std::size_t telling_sizes_bytes[] = {0, 1, 7, 8, 64, 1021, 65536 + 3};

}  // namespace strobe::testing
