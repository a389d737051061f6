// SPDX-License-Identifier: BSD-3-Clause
//
// Copies of data to shared memory that another rank is going to read. They go through the caches,
// or bypass them by non-temporal stores (AMD64 Architecture Programmer's Manual, volume 1, "Memory
// Optimization"). Between cores that share a cache, copies through the caches take a fraction of
// the time. Between other cores each line is fetched from the reader before it can be written, and
// from the writer before it can be read; there non-temporal stores take a third to two thirds of
// the time. No system reports reliably which cores share a cache, least of all a virtual machine,
// so that the runtime measures both.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "bcs/runtime/copy.hpp"

namespace strobe::bcs::runtime {

/// The copies of one writer to the same readers.
class SharedCopy {
 public:
  enum class Way : int { cached, non_temporal };

  /// As copy_bytes: later stores become visible after the data.
  void copy(std::byte* to, const std::byte* from, std::size_t bytes) {
    if (bytes < least_timed) return copy_bytes(to, from, bytes);
    copy_long(to, from, bytes);
  }
  static void copy_by(Way way, std::byte* to, const std::byte* from, std::size_t bytes);

 private:
  /// Shorter data are written through the caches: the writer does not wait for their lines.
  static constexpr std::size_t least_timed = 2048;

  /// What is known about data of about the same size.
  struct Choice {
    std::array<float, 2> ticks_per_byte{};  ///< by way; 0: not measured yet
    std::uint32_t copies = 0;

    [[nodiscard]] int better() const;
  };

  void copy_long(std::byte* to, const std::byte* from, std::size_t bytes);

  std::array<Choice, 6> choices_{};  ///< by powers of two, from `least_timed` on
};

}  // namespace strobe::bcs::runtime
