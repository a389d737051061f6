// SPDX-License-Identifier: BSD-3-Clause
#include "base/content_hash.hpp"

#include <array>
#include <cstring>

#include "base/hash.hpp"
#include "base/random.hpp"

namespace strobe::base {

namespace {

constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;  // 2^64 divided by the golden ratio

/// Both halves of the product, so that each bit of the word changes many of the state. A single
/// half would let differences of later words cancel those of high bits.
std::uint64_t mixed(std::uint64_t state, std::uint64_t word) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(state ^ word) * odd;
  return static_cast<std::uint64_t>(product >> 64U) ^ static_cast<std::uint64_t>(product);
}

std::uint64_t word_at(const std::byte* at, std::size_t bytes = sizeof(std::uint64_t)) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, bytes);
  return word;
}

}  // namespace

std::uint64_t content_hash(std::span<const std::byte> data) {
  // The lanes do not depend on each other, so that a core works at several of them.
  // Unlike begins keep equal changes of two lanes from cancelling each other.
  Random begins(data.size());
  std::array<std::uint64_t, 4> lanes;
  for (std::uint64_t& lane : lanes) lane = begins.next();
  constexpr std::size_t word = sizeof(std::uint64_t);
  const std::byte* at = data.data();
  std::size_t left = data.size();
  for (; left >= lanes.size() * word; left -= lanes.size() * word) {
    for (std::uint64_t& lane : lanes) {
      lane = mixed(lane, word_at(at));
      at += word;
    }
  }
  std::uint64_t hash = begins.next();
  for (; left >= word; left -= word) {
    hash = mixed(hash, word_at(at));
    at += word;
  }
  if (left != 0) hash = mixed(hash, word_at(at, left));
  for (const std::uint64_t lane : lanes) hash = extended_hash(hash, lane);
  return hash;
}

}  // namespace strobe::base
