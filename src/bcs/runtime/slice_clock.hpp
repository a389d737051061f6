// SPDX-License-Identifier: BSD-3-Clause
//
// The current slice. In strict mode slices have a fixed length, and the clock or the helper begins
// them; in the other modes edges begin them (quiescence.hpp).
#pragma once

#include <cstdint>

#include "bcs/runtime/matching.hpp"
#include "bcs/runtime/message_offload.hpp"
#include "bcs/runtime/options.hpp"
#include "bcs/runtime/segment.hpp"

namespace strobe::bcs::runtime {

class SliceClock {
 public:
  SliceClock(Control& control, const Options& options);

  [[nodiscard]] bool is_clocked() const { return is_clocked_; }
  [[nodiscard, gnu::always_inline]] std::uint32_t current() const {
    if (is_clocked_) [[unlikely]]
      return by_clock();
    return control_.slice.load(std::memory_order_relaxed);
  }
  /// When that slice began, by the monotonic clock.
  [[nodiscard]] std::int64_t begin_ns(std::uint32_t slice) const;

  /// Matching sees what was begun before this slice. With a clock that is the slice that this rank
  /// has reached, which `reach` sets, since matching handles slices one after the other.
  [[nodiscard]] std::uint32_t visible_before() const {
    if (!buffers_) return Matching::any_slice;
    return is_clocked_ ? reached_ : current();
  }
  [[nodiscard]] std::uint32_t reached() const { return reached_; }
  void reach(std::uint32_t slice) { reached_ = slice; }

  /// The nodes of a job have separate clocks, and the clock that is furthest ahead decides: a
  /// descriptor from a later slice begins that slice on this node, too (Lamport 1978).
  void catch_up(std::uint32_t slice);
  /// From now on the slices are those of what serves the messages, or no longer.
  void follow(const MessageOffload* leader) { leader_ = leader; }
  void sleep_until_next() const;

 private:
  [[nodiscard]] std::uint32_t by_clock() const;
  [[nodiscard]] std::int64_t epoch_ns() const {
    return control_.epoch_ns.load(std::memory_order_relaxed);
  }

  Control& control_;
  const MessageOffload* leader_ = nullptr;
  bool is_clocked_;
  bool buffers_;
  std::int64_t slice_ns_;
  std::uint32_t reached_ = 0;
};

}  // namespace strobe::bcs::runtime
