// SPDX-License-Identifier: BSD-3-Clause
//
// The receiver and the sender of a long message copy its data together: the receiver reads the
// sender's memory chunk by chunk, and a sender that waits meanwhile writes chunks into the
// receiver's memory. If both have a core, that takes half of the time. The receiver does not depend
// on a sender that does something else.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>

#include "bcs/runtime/atomic.hpp"

namespace strobe::bcs::runtime {

/// One for each receiver, in the segment: receiver and sender claim chunks of a copy here. Zeroed
/// memory means that there is no copy.
struct alignas(64) CooperativeCopyBoard {
  /// Number of the copy, and how many of its chunks are claimed. The messages before and after a
  /// copy order this.
  Atomic<std::uint64_t> claimed;
  /// Chunks that the sender has copied. It adds to this after each, and the receiver reads this
  /// before it uses the data.
  Atomic<std::uint32_t> helped;
  Atomic<std::uint32_t> refused;  ///< the system has not allowed the sender to write
};

/// Whether a copy has at least two chunks.
[[nodiscard]] bool is_worth_sharing(std::size_t bytes);

/// One copy, as each of the two sides describes it.
struct CooperativeCopy {
  CooperativeCopyBoard* board;
  std::uint32_t number;  ///< among the copies of its board
  pid_t other;           ///< the process on the other side
  std::size_t bytes;

  /// The receiver opens the board before it asks the sender.
  void open() const;
  /// The receiver reads chunks that the sender does not copy, from `address` of the sender. False
  /// if the system does not allow it; then neither side copies any further.
  [[nodiscard]] bool pull(std::uint64_t address, std::byte* to) const;
  /// The sender writes chunks to `address` of the receiver until none are left. `from()` gives the
  /// data; it is called only if there is a chunk to copy.
  template <class From>
  void push(From&& from, std::uint64_t address) const {
    std::size_t chunk = 0;
    if (!claim(chunk)) return;
    const std::byte* const data = from();
    do {
      push_chunk(chunk, data, address);
    } while (claim(chunk));
  }

 private:
  [[nodiscard]] std::size_t chunks() const;
  [[nodiscard]] bool claim(std::size_t& chunk) const;
  void push_chunk(std::size_t chunk, const std::byte* from, std::uint64_t address) const;
};

}  // namespace strobe::bcs::runtime
