// SPDX-License-Identifier: BSD-3-Clause
//
// Common parts of the kernels between two processes: roles, buffers and the size axis.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "measure/kernel.hpp"
#include "measure/members.hpp"
#include "measure/pattern.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::kernels {

/// The message size in bytes (default: 1 KiB).
[[nodiscard]] inline measure::AxisInfo size_axis(std::int64_t multiple = 1) {
  return {.name = "size_bytes",
          .choices = {},
          .default_value = 1024,
          .minimum = multiple == 1 ? 0 : multiple,
          .multiple = multiple,
          .is_size = true};
}

/// The start of a buffer relative to its default, which is one cache line after the start of a
/// page. 4096 - 64 is the start of a page, and 1 is unaligned.
[[nodiscard]] inline measure::AxisInfo offset_axis() {
  return {.name = "offset_bytes", .choices = {}, .maximum = std::int64_t{1} << 20};
}

/// How much further in its page the receive buffer starts than the send buffer. Some processors
/// compare only the last 12 bits of addresses and take a load for a preceding store ("4K
/// aliasing"). A copy between the two buffers can therefore be slower if this is small but not 0.
[[nodiscard]] inline measure::AxisInfo stagger_axis() {
  return {.name = "stagger_bytes", .choices = {}, .maximum = std::int64_t{1} << 20};
}

/// The value of an axis in bytes; 0 if the kernel has no such axis.
[[nodiscard]] inline std::size_t bytes_at(const measure::Point& point, std::string_view axis) {
  return point.contains(axis) ? static_cast<std::size_t>(measure::number_at(point, axis)) : 0;
}

[[nodiscard]] inline double size_at(const measure::Point& point) {
  return static_cast<double>(measure::number_at(point, "size_bytes"));
}

/// The two buffers of a process of a pair.
[[nodiscard]] inline double pair_buffers(const measure::Point& point) {
  return 2.0 * size_at(point);
}

/// Whether receives name their source or use a wildcard, for which many libraries search
/// differently.
template <layer::MessageLayer L>
[[nodiscard]] measure::AxisInfo source_axis() {
  measure::AxisInfo axis{.name = "source", .choices = {"named"}};
  if constexpr (layer::WildcardReceives<L>) axis.choices.emplace_back("any");
  return axis;
}

/// The source that receives from `partner` name; `partner` if the kernel has no such axis.
template <layer::MessageLayer L>
[[nodiscard]] layer::Rank source_at(const measure::Point& point, layer::Rank partner) {
  if constexpr (layer::WildcardReceives<L>) {
    if (point.contains("source") && measure::word_at(point, "source") == "any") {
      return L::any_source;
    }
  }
  return partner;
}

/// The two ranks of a pair: rank 0 initiates and is timed, rank 1 answers.
template <layer::MessageLayer L>
class Pair {
 public:
  Pair(L& layer, const measure::Point& point)
      : layer_(layer),
        out_(bytes_at(point, "size_bytes"), bytes_at(point, "offset_bytes")),
        in_(out_.bytes().size(),
            bytes_at(point, "offset_bytes") + bytes_at(point, "stagger_bytes")) {}

  static constexpr layer::Tag tag{1};

  [[nodiscard]] L& layer() { return layer_; }
  [[nodiscard]] bool initiates() const { return layer_.rank() == layer::Rank{0}; }
  [[nodiscard]] layer::Rank partner() const { return layer::Rank{1 - layer_.rank().value}; }
  [[nodiscard]] measure::Buffer& out() { return out_; }
  [[nodiscard]] measure::Buffer& in() { return in_; }

  /// Fills the send buffer with this rank's pattern, and the receive buffer with another one.
  void prepare(std::uint64_t seed) {
    seed_ = seed;
    measure::fill(out_.bytes(), pattern_of(layer_.rank()));
    measure::fill(in_.bytes(), {.seed = ~seed, .rank = 0});
  }

  [[nodiscard]] measure::Pattern pattern_of(layer::Rank rank) const {
    return {.seed = seed_, .rank = rank.value};
  }

  /// Checks that `bytes` hold the data that `rank` sends.
  [[nodiscard]] measure::Verdict check(std::span<const std::byte> bytes, layer::Rank rank) const {
    return {.bytes = static_cast<std::int64_t>(bytes.size()),
            .wrong = measure::find_wrong_byte(bytes, pattern_of(rank))};
  }

 private:
  L& layer_;
  measure::Buffer out_;
  measure::Buffer in_;
  std::uint64_t seed_ = 0;
};

}  // namespace strobe::kernels
