// SPDX-License-Identifier: BSD-3-Clause
//
// Hashes of 64-bit words, the same on every machine: each word passes the output function of
// SplitMix64 (Steele, Lea and Flood 2014). Not safe against attacks. content_hash.hpp hashes bytes.
#pragma once

#include <cstdint>

#include "base/random.hpp"

namespace strobe::base {

/// The hash of a sequence that ends with `word`; `before` is the hash of the words before.
[[nodiscard]] inline std::uint64_t extended_hash(std::uint64_t before, std::uint64_t word) {
  return Random(before ^ word).next();
}

/// The hash of a sequence of words.
template <class... Words>
[[nodiscard]] std::uint64_t hash_of(Words... words) {
  std::uint64_t hash = 0;
  ((hash = extended_hash(hash, static_cast<std::uint64_t>(words))), ...);
  return hash;
}

}  // namespace strobe::base
