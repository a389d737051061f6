// SPDX-License-Identifier: BSD-3-Clause
//
// Finds the instruction that accesses a buffer of an operation in progress, by the watchpoints of
// the processor (perf_event_open(2)). It has four of them, of at most 8 bytes each, so that only
// the first bytes of some buffers are watched. That costs nothing until an access.
// Linux 5.13 delivers a signal at the instruction itself.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace strobe::bcs::check {

/// Which accesses are errors.
enum class Access : std::uint8_t { write, any };

class BufferWatch {
 public:
  static constexpr int most = 4;
  /// The number of a watch; none.
  static constexpr std::uint8_t none = 0xff;

  /// `is_excused()` says in a signal handler that the access is not the program's;
  /// `address_of(interrupted)` then gives the address of the program's code. Only one object may
  /// be there, and the application must not handle SIGTRAP itself.
  BufferWatch(bool (*is_excused)(), const void* (*address_of)(const void* interrupted));
  BufferWatch(const BufferWatch&) = delete;
  BufferWatch& operator=(const BufferWatch&) = delete;
  ~BufferWatch();

  /// Whether the system allows watchpoints.
  [[nodiscard]] bool is_able() const { return is_able_; }
  /// Watches a part of the buffer for accesses of this thread. The number of the watch; none if all
  /// watchpoints are taken.
  [[nodiscard]] std::uint8_t begin(const void* buffer, std::size_t bytes, Access access);
  /// The first access since then, as the address after the instruction; none if there was none.
  [[nodiscard]] std::optional<const void*> end(std::uint8_t watch);

 private:
  [[nodiscard]] int open(std::uintptr_t address, std::size_t bytes, Access access) const;

  bool is_able_ = false;
  std::array<bool, most> is_taken_{};
};

}  // namespace strobe::bcs::check
