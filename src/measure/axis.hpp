// SPDX-License-Identifier: BSD-3-Clause
//
// An axis: the values of one quantity that a suite measures. A size axis has a geometric grid,
// points just below and above some powers of two, and random points in between. Refinement adds
// points where interpolation between the measured ones fails (as in SKaMPI and NetPIPE).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "measure/kernel.hpp"
#include "measure/point.hpp"

namespace strobe::measure {

/// Why a point is on its axis.
enum class PointOrigin { grid, near, random, refined };

[[nodiscard]] std::string_view point_origin_name(PointOrigin origin);

/// A range of numbers: evenly spaced if it has a step, otherwise geometric. If it starts at zero,
/// zero is an additional point.
struct Range {
  std::int64_t from = 0;
  std::int64_t to = 0;
  int per_octave = 1;  ///< number of grid points from one power of two to the next
  std::int64_t near =
      0;           ///< adds points so far below and above every third power of two; 0 for none
  int random = 0;  ///< adds so many points, log-uniform, the same in every run
  std::int64_t step = 0;  ///< distance between two grid points; 0 for a geometric range
};

/// On an axis of words, this word stands for each of them.
inline constexpr std::string_view every_word = "all";
/// On an axis of BLAS libraries, this word stands for all but the built-in reference.
inline constexpr std::string_view every_vendor = "vendors";

struct AxisSpec {
  std::vector<AxisValue> values;  ///< given one by one, or
  std::optional<Range> range;     ///< as a range
  bool refine = false;
};

struct AxisPoint {
  AxisValue value;
  PointOrigin origin = PointOrigin::grid;
};

/// The values of `spec`: first those that are given one by one, with every_word replaced by the
/// words of the axis; then those of the range, without duplicates and in increasing order, within
/// the limits that `info` sets and rounded to its multiple. Throws strobe::Error if the range is
/// invalid or contains no such value.
[[nodiscard]] std::vector<AxisPoint> expand_axis(const AxisSpec& spec, const AxisInfo& info);

/// One measured point of an axis.
struct AxisMedian {
  std::int64_t x = 0;
  double time_s = 0.0;
};

/// The points to measure next. Where the line through a point's neighbours misses its time by more
/// than `tolerance` (relative), these are the geometric means of both adjacent intervals, except of
/// intervals narrower than a factor of 1.1. `medians` are in increasing order of x.
[[nodiscard]] std::vector<std::int64_t> refine_axis(std::span<const AxisMedian> medians,
                                                    double tolerance, std::int64_t multiple);

}  // namespace strobe::measure
