// SPDX-License-Identifier: BSD-3-Clause
//
// Whether a rank computes between posting a receive and waiting for it, by what it did after the
// last receive with the same arguments. If it does, its sender writes long data into the receive
// buffer (receive_announcements.hpp). If not, the rank fetches them itself: a write to memory that
// is in the caches of another core takes up to 1.5 times as long as reading it from there.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "bcs/runtime/transfer.hpp"

namespace strobe::bcs::runtime {

class ReceiveForecast {
 public:
  using Time = std::chrono::nanoseconds;

  /// A long receive is posted. Whether its rank will compute, as far as this knows.
  [[nodiscard]] bool computes_after(const Transfer& receive, Time now) {
    const std::uint8_t place = place_of(receive);
    if (count_ < posted_.size()) posted_[count_++] = place;
    note_activity(now);
    return !waits_at_once_[place];
  }
  /// Whether the rank has posted a long receive since it last waited. The rest matters only then.
  [[nodiscard]] bool has_posted() const { return count_ != 0; }
  /// The rank has moved data until now.
  void note_activity(Time now) { active_ = now; }
  /// The rank waits.
  void note_wait(Time now) {
    const bool waits_at_once = now - active_ < shortest_computation;
    for (std::size_t i = 0; i < count_; ++i) waits_at_once_[posted_[i]] = waits_at_once;
    count_ = 0;
  }

 private:
  /// A rank that computes for less time than this would not gain from it.
  static constexpr std::chrono::microseconds shortest_computation{20};

  static std::uint8_t place_of(const Transfer& receive) {
    // The tags of messages within collectives are never the same.
    const auto tag = static_cast<std::uint64_t>(receive.is_internal ? 0 : receive.tag);
    const auto peer = static_cast<std::uint64_t>(receive.peer);
    return static_cast<std::uint8_t>(
        ((receive.context ^ (tag << 32U) ^ peer) * 0x9e3779b97f4a7c15ULL) >> 56U);
  }

  std::array<bool, 256> waits_at_once_{};
  std::array<std::uint8_t, 16> posted_{};  ///< since the rank last waited
  std::size_t count_ = 0;
  Time active_{0};
};

}  // namespace strobe::bcs::runtime
