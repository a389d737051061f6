// SPDX-License-Identifier: BSD-3-Clause
//
// Axes as data: which values of one quantity are measured. A size axis has its geometric grid,
// points just beside some powers of two, random points between them, and more where what was
// measured cannot be interpolated (as SKaMPI and NetPIPE do).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "measure/kernel.hpp"
#include "measure/point.hpp"

namespace strobe::measure {

/// Why a value is on its axis.
enum class Origin { grid, near, random, refined };

[[nodiscard]] std::string_view origin_name(Origin origin);

/// A range of numbers: even where it has a step, else geometric. Zero, where it begins there, is a
/// point of its own.
struct Range {
  std::int64_t from = 0;
  std::int64_t to = 0;
  int per_octave = 1;     ///< grid points from one power of two to the next
  std::int64_t near = 0;  ///< also this much below and above every third power of two; 0 for none
  int random = 0;         ///< also this many points, log-uniform, the same in every run
  std::int64_t step = 0;  ///< from one grid point to the next; 0 for a geometric range
};

/// On an axis of words: each of them.
inline constexpr std::string_view every_word = "all";

struct AxisSpec {
  std::vector<AxisValue> values;  ///< given one by one, or
  std::optional<Range> range;     ///< as a range
  bool refine = false;
};

struct AxisPoint {
  AxisValue value;
  Origin origin = Origin::grid;
};

/// The values of `spec`: those that were given one by one as they are, with every_word replaced by
/// the words of the axis, then those of the range that `info` allows, each once, in increasing
/// order, and multiples of what the kernel wants. Throws strobe::Error where the range is not
/// possible or holds no such value.
[[nodiscard]] std::vector<AxisPoint> expand_axis(const AxisSpec& spec, const AxisInfo& info);

/// One measured point of an axis.
struct AxisMedian {
  std::int64_t x = 0;
  double time_s = 0.0;
};

/// Where to measure next: the geometric middle of both intervals beside a point whose time the line
/// through its neighbours misses by more than `tolerance` (relative), unless the interval is
/// narrower than 1.1. `medians` are in increasing order of x.
[[nodiscard]] std::vector<std::int64_t> refine_axis(std::span<const AxisMedian> medians,
                                                    double tolerance, std::int64_t multiple);

}  // namespace strobe::measure
