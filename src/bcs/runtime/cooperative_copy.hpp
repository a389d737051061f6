// SPDX-License-Identifier: BSD-3-Clause
//
// A long message that its receiver and its sender copy together: the receiver reads the sender's
// memory chunk by chunk, and a sender that waits meanwhile writes chunks into the receiver's. Where
// both have a core that takes half of the time. Nobody waits for a sender that does something else.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace strobe::bcs::runtime {

/// Of each receiver in the segment, from where a sender takes chunks; all zeros is none.
struct alignas(64) CooperativeCopyBoard {
  std::atomic<std::uint64_t> claimed;  ///< which copy it is, and how many of its chunks are taken
  std::atomic<std::uint32_t> helped;   ///< of these, how many the sender has copied
  std::atomic<std::uint32_t> refused;  ///< the system does not let the sender do so
};

/// A copy that would be cut into two chunks at least.
[[nodiscard]] bool is_worth_sharing(std::size_t bytes);

/// One copy: what both sides know of it.
struct CooperativeCopy {
  CooperativeCopyBoard* board;
  std::uint32_t number;  ///< among the copies of its board
  pid_t other;           ///< the process on the other side
  std::size_t bytes;

  /// The receiver's side: opens the board, before the sender is told.
  void open() const;
  /// The receiver's: reads what nobody else copies. False where the system refuses it; nobody
  /// copies anything any more then. `address` is the sender's.
  [[nodiscard]] bool pull(std::uint64_t address, std::byte* to) const;
  /// The sender's: writes chunks until none are left, if the copy still goes on. `from()` is asked
  /// for the data if it does.
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
