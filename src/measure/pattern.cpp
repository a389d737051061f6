// SPDX-License-Identifier: BSD-3-Clause
#include "measure/pattern.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <new>

#include "base/format.hpp"
#include "base/random.hpp"

namespace strobe::measure {
namespace {

constexpr std::align_val_t page_bytes{4096};
constexpr std::size_t word_bytes = 8;

/// The start of a pattern in the sequence of all words. Neighbouring seeds and ranks start far
/// apart, so that shifted data, or data of another cell, never match by chance.
std::uint64_t start_of(Pattern pattern) {
  const auto rank = static_cast<std::uint64_t>(pattern.rank);
  return base::Random(base::Random(pattern.seed).next() ^ base::Random(~rank).next()).next();
}

std::uint64_t word_at(std::uint64_t start, std::size_t index) {
  return base::Random(start + index).next();
}

std::array<std::byte, word_bytes> bytes_of(std::uint64_t word) {
  std::array<std::byte, word_bytes> bytes{};
  std::memcpy(bytes.data(), &word, word_bytes);
  return bytes;
}

}  // namespace

Buffer::Buffer(std::size_t size_bytes, std::size_t offset_bytes)
    : page_(static_cast<std::byte*>(
          ::operator new(line_bytes + offset_bytes + size_bytes, page_bytes))),
      start_(line_bytes + offset_bytes),
      size_(size_bytes) {}

void Buffer::Free::operator()(std::byte* page) const { ::operator delete(page, page_bytes); }

void fill(std::span<std::byte> bytes, Pattern pattern) {
  const std::uint64_t start = start_of(pattern);
  for (std::size_t at = 0; at < bytes.size(); at += word_bytes) {
    const auto word = bytes_of(word_at(start, at / word_bytes));
    std::copy_n(word.begin(), std::min(word_bytes, bytes.size() - at),
                bytes.begin() + static_cast<std::ptrdiff_t>(at));
  }
}

std::string find_wrong_byte(std::span<const std::byte> bytes, Pattern pattern) {
  const std::uint64_t start = start_of(pattern);
  for (std::size_t at = 0; at < bytes.size(); at += word_bytes) {
    const auto word = bytes_of(word_at(start, at / word_bytes));
    const std::size_t length = std::min(word_bytes, bytes.size() - at);
    for (std::size_t i = 0; i < length; ++i) {
      if (bytes[at + i] == word[i]) continue;
      return base::format("byte {} of {} is {:#04x} and should be {:#04x}, as rank {} sent it",
                          at + i, bytes.size(), std::to_integer<int>(bytes[at + i]),
                          std::to_integer<int>(word[i]), pattern.rank);
    }
  }
  return {};
}

}  // namespace strobe::measure
