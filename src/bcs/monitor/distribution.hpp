// SPDX-License-Identifier: BSD-3-Clause
//
// A histogram whose buckets grow with the value: a fixed number for each power of two. Counting
// takes a few instructions and no memory.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace strobe::bcs::monitor {

class Distribution {
 public:
  /// 2^`resolution_bits` buckets for each power of two: 3 distinguishes values that differ by an
  /// eighth.
  explicit Distribution(int resolution_bits)
      : bits_(resolution_bits),
        counts_(static_cast<std::size_t>(65 - resolution_bits) << resolution_bits) {}

  /// A value that was sampled may stand for several.
  void add(std::uint64_t value, std::uint64_t times = 1) {
    counts_[place_of(value)] += times;
    count_ += times;
    total_ += times * value;
    smallest_ = std::min(smallest_, value);
    largest_ = std::max(largest_, value);
  }

  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] std::uint64_t total() const { return total_; }
  /// 0 if nothing was counted.
  [[nodiscard]] std::uint64_t smallest() const { return count_ == 0 ? 0 : smallest_; }
  [[nodiscard]] std::uint64_t largest() const { return largest_; }

  /// Values of a bucket are at least `low` and less than `high`.
  struct Bucket {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    std::uint64_t count = 0;
    friend bool operator==(const Bucket&, const Bucket&) = default;
  };
  /// The buckets that are not empty, in ascending order.
  [[nodiscard]] std::vector<Bucket> buckets() const {
    std::vector<Bucket> found;
    for_each_bucket([&](const Bucket& bucket) { found.push_back(bucket); });
    return found;
  }
  /// The same one by one, without allocating memory.
  template <class Take>
  void for_each_bucket(Take&& take) const {
    for (std::size_t place = 0; place < counts_.size(); ++place) {
      if (counts_[place] != 0) take(bucket_at(place));
    }
  }

 private:
  /// Values below 2^bits have a bucket each. For greater ones the first bits + 1 binary digits
  /// select the bucket within a power of two, and the number of the other digits selects the power.
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
