// SPDX-License-Identifier: BSD-3-Clause
//
// How often which values came, in buckets that grow with the value: so many for each power of two.
// To count one is a few instructions and takes no memory.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace strobe::bcs::monitor {

class Distribution {
 public:
  /// 2^`resolution_bits` buckets for each power of two: 3 tells values apart that differ by an
  /// eighth.
  explicit Distribution(int resolution_bits)
      : bits_(resolution_bits),
        counts_(static_cast<std::size_t>(65 - resolution_bits) << resolution_bits) {}

  void add(std::uint64_t value) {
    ++counts_[place_of(value)];
    ++count_;
    total_ += value;
    smallest_ = std::min(smallest_, value);
    largest_ = std::max(largest_, value);
  }

  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] std::uint64_t total() const { return total_; }
  /// 0 where nothing was counted.
  [[nodiscard]] std::uint64_t smallest() const { return count_ == 0 ? 0 : smallest_; }
  [[nodiscard]] std::uint64_t largest() const { return largest_; }

  /// Values of a bucket are at least `low` and less than `high`.
  struct Bucket {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    std::uint64_t count = 0;
    friend bool operator==(const Bucket&, const Bucket&) = default;
  };
  /// Those that are not empty, by value.
  [[nodiscard]] std::vector<Bucket> buckets() const {
    std::vector<Bucket> found;
    for_each_bucket([&](const Bucket& bucket) { found.push_back(bucket); });
    return found;
  }
  /// The same, one by one, without memory.
  template <class Take>
  void for_each_bucket(Take&& take) const {
    for (std::size_t place = 0; place < counts_.size(); ++place) {
      if (counts_[place] != 0) take(bucket_at(place));
    }
  }

 private:
  /// Values below 2^bits have a bucket each. Of a greater one the first bits + 1 digits say which
  /// bucket of its power of two it is, and the number of those that follow says which power.
  [[nodiscard]] std::size_t place_of(std::uint64_t value) const {
    const int dropped = std::max(0, static_cast<int>(std::bit_width(value)) - 1 - bits_);
    return (static_cast<std::size_t>(dropped) << bits_) +
           static_cast<std::size_t>(value >> dropped);
  }

  [[nodiscard]] Bucket bucket_at(std::size_t place) const {
    const std::size_t one_power = std::size_t{1} << bits_;
    const std::size_t dropped = place < 2 * one_power ? 0 : place / one_power - 1;
    const std::uint64_t low = (place - dropped * one_power) << dropped;
    const std::uint64_t width = std::uint64_t{1} << dropped;
    const std::uint64_t high = low > UINT64_MAX - width ? UINT64_MAX : low + width;
    return {.low = low, .high = high, .count = counts_[place]};
  }

  int bits_;
  std::uint64_t count_ = 0;
  std::uint64_t total_ = 0;
  std::uint64_t smallest_ = UINT64_MAX;
  std::uint64_t largest_ = 0;
  std::vector<std::uint64_t> counts_;
};

}  // namespace strobe::bcs::monitor
