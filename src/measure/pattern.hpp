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

/// Memory that begins on a page, is written before it is used, and has a size of its own choosing.
class Buffer {
 public:
  explicit Buffer(std::size_t size_bytes);
  [[nodiscard]] std::span<std::byte> bytes() { return {start_.get(), size_}; }
  [[nodiscard]] std::span<const std::byte> bytes() const { return {start_.get(), size_}; }

 private:
  struct Free {
    void operator()(std::byte* start) const;
  };
  std::unique_ptr<std::byte, Free> start_;
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
