// SPDX-License-Identifier: BSD-3-Clause
//
// Buffers for messages with equal contents. One buffer that is used again and again is warm. A cold
// message gets a buffer that was flushed from the caches since its last use.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/cache_lines.hpp"
#include "measure/kernel.hpp"
#include "measure/pattern.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::kernels {

enum class Cache { warm, cold };

[[nodiscard]] inline measure::AxisInfo cache_axis() {
  return {.name = "cache", .choices = {"warm", "cold"}};
}

[[nodiscard]] inline Cache cache_at(const measure::Point& point) {
  return measure::word_at(point, "cache") == "cold" ? Cache::cold : Cache::warm;
}

/// Cold messages use the buffers in turn; flush() evicts the used ones outside of the timed region.
/// There are enough buffers that a sample of usual length uses none twice. Consecutive messages
/// never use neighbouring buffers, since a prefetcher would load the next one. On a processor
/// without a flush instruction, the buffers together are larger than a cache instead.
class MessageBuffers {
 public:
  /// At least `count` buffers.
  MessageBuffers(std::size_t size_bytes, std::size_t count, Cache cache)
      : size_(size_bytes),
        stride_((size_bytes + base::cache_line_bytes - 1) / base::cache_line_bytes *
                base::cache_line_bytes),
        count_(count),
        cold_(cache == Cache::cold && size_bytes > 0) {
    if (cold_) {
      while (count_ * stride_ < pool_bytes ||
             (count_ < cold_places_min && 2 * count_ * stride_ <= pool_bytes_max)) {
        count_ *= 2;
      }
      step_ = (count_ / 2 + count_ / 8) | 1U;
    }
    pool_ = measure::Buffer(stride_ * count_);
  }

  [[nodiscard]] std::size_t size_bytes() const { return size_; }

  /// The buffer of message number `turn`. If the order is not that of memory, `count` is a power of
  /// two, so that every buffer is used.
  [[nodiscard]] layer::Bytes at(std::size_t turn) {
    return pool_.bytes().subspan(turn * step_ % count_ * stride_, size_);
  }

  void fill(measure::Pattern pattern) {
    for (std::size_t turn = 0; turn < count_; ++turn) measure::fill(at(turn), pattern);
    flush(0, count_);
  }

  /// Makes the buffers of these messages cold again.
  void flush(std::size_t begin, std::size_t end) {
    if (!cold_) return;
    for (std::size_t turn = begin; turn < std::min(end, begin + count_); ++turn) {
      const layer::ConstBytes place = at(turn);
      for (std::size_t at = 0; at < stride_; at += base::cache_line_bytes) {
        base::flush_line(place.data() + at);
      }
    }
    base::wait_for_flushes();
  }

  /// Checks the buffers of the last messages before `turns`, or the first buffer if there was no
  /// message.
  [[nodiscard]] measure::Verdict check(std::size_t turns, measure::Pattern pattern) {
    measure::Verdict verdict;
    for (std::size_t back = 1; back <= std::clamp<std::size_t>(turns, 1, count_); ++back) {
      verdict.bytes += static_cast<std::int64_t>(size_);
      verdict.wrong = measure::find_wrong_byte(at(turns == 0 ? 0 : turns - back), pattern);
      if (!verdict.wrong.empty()) break;
    }
    return verdict;
  }

 private:
  static constexpr std::size_t cold_places_min = 16;
  static constexpr std::size_t pool_bytes_max = std::size_t{1} << 29;  // larger than any cache
  static constexpr std::size_t pool_bytes = std::size_t{base::can_flush_lines ? 8 : 256} << 20;

  std::size_t size_;
  std::size_t stride_;
  std::size_t count_;
  bool cold_;
  std::size_t step_ = 1;
  measure::Buffer pool_{0};
};

}  // namespace strobe::kernels
