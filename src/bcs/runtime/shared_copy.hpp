// SPDX-License-Identifier: BSD-3-Clause
//
// Copies of data to shared memory that another rank is going to read. They go through the caches,
// or past them by non-temporal stores (AMD64 Architecture Programmer's Manual, volume 1, "Memory
// Optimization"). Between cores that share a cache the former takes a fraction of the time. Between
// others, where each line that the reader has had must be fetched from it before it can be written,
// and from the writer before it can be read, the latter takes a third to two thirds. What cores a
// rank has no system tells for sure, least of all a virtual machine, so that both ways are timed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "bcs/runtime/copy.hpp"

namespace strobe::bcs::runtime {

/// Of one writer to the same readers.
class SharedCopy {
 public:
  enum class Way : int { cached, non_temporal };

  /// As copy_bytes. What is stored afterwards is seen after the data, as always.
  void copy(std::byte* to, const std::byte* from, std::size_t bytes) {
    if (bytes < least_timed) return copy_bytes(to, from, bytes);
    copy_long(to, from, bytes);
  }
  static void copy_by(Way way, std::byte* to, const std::byte* from, std::size_t bytes);

 private:
  /// Short data stay in the writer's core until it has to wait for their lines.
  static constexpr std::size_t least_timed = 2048;

  /// Of data of about the same size.
  struct Choice {
    std::array<float, 2> ticks_per_byte{};  ///< by way; 0: not timed yet
    std::uint32_t copies = 0;

    [[nodiscard]] int better() const;
  };

  void copy_long(std::byte* to, const std::byte* from, std::size_t bytes);

  std::array<Choice, 6> choices_{};  ///< by powers of two, from the least on
};

}  // namespace strobe::bcs::runtime
