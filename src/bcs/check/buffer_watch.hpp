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

#include "bcs/check/access_site.hpp"

namespace strobe::bcs::check {

/// Which accesses are errors.
enum class Access : std::uint8_t { write, any };

class BufferWatch {
 public:
  static constexpr int most = 4;
  /// The number of a watch; none.
  static constexpr std::uint8_t none = 0xff;

  /// `is_excused()` says in a signal handler that the access is not the program's. `describe` gets
  /// the address after its instruction, where the processor stops. Only one object may be there.
  /// A handler of SIGTRAP that is there before gets all other signals.
  BufferWatch(bool (*is_excused)(), DescribeSite describe);
  BufferWatch(const BufferWatch&) = delete;
  BufferWatch& operator=(const BufferWatch&) = delete;
  ~BufferWatch();

  /// Whether the system allows watchpoints.
  [[nodiscard]] bool is_able() const { return is_able_; }
  /// Watches a part of the buffer for accesses of this thread. The number of the watch; none if all
  /// watchpoints are taken.
  [[nodiscard]] std::uint8_t begin(const void* buffer, std::size_t bytes, Access access);
  /// The first access since then; none if there was none.
  [[nodiscard]] std::optional<AccessSite> end(std::uint8_t watch);

 private:
  bool is_able_ = false;
  std::array<bool, most> is_taken_{};
};

}  // namespace strobe::bcs::check
