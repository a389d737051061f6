// SPDX-License-Identifier: BSD-3-Clause
//
// Buffers whose every byte is known, so that what arrived can be checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace strobe::measure {

/// Memory that is written before it is used and begins one cache line after the start of a page, as
/// the buffers of programs do that take theirs from the heap. On a page's very start a message that
/// one process copies out of another's memory touches a page less, which is worth 4 to 9 % at 8 KiB
/// and is nobody's luck. `offset_bytes` moves the start on from there.
class Buffer {
 public:
  explicit Buffer(std::size_t size_bytes, std::size_t offset_bytes = 0);
  [[nodiscard]] std::span<std::byte> bytes() { return {page_.get() + start_, size_}; }
  [[nodiscard]] std::span<const std::byte> bytes() const { return {page_.get() + start_, size_}; }

 private:
  static constexpr std::size_t line_bytes = 64;

  struct Free {
    void operator()(std::byte* page) const;
  };
  std::unique_ptr<std::byte, Free> page_;
  std::size_t start_ = line_bytes;
  std::size_t size_ = 0;
};

/// A pattern is told by a seed and the rank that it belongs to; other pairs give other bytes.
struct Pattern {
  std::uint64_t seed = 0;
  int rank = 0;
};

void fill(std::span<std::byte> bytes, Pattern pattern);

/// Empty where `bytes` hold the pattern, else the first wrong byte in words.
[[nodiscard]] std::string find_wrong_byte(std::span<const std::byte> bytes, Pattern pattern);

}  // namespace strobe::measure
