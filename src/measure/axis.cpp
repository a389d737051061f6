// SPDX-License-Identifier: BSD-3-Clause
#include "measure/axis.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/format.hpp"
#include "base/random.hpp"
#include "strobe/error.hpp"

namespace strobe::measure {
namespace {

/// Random points must be the same in every run, so that runs can be compared cell by cell.
constexpr std::uint64_t random_points_seed = 1994;

/// Points next to a power of two are taken at every third one. A protocol change shows at some of
/// them, and three times as many cells would add little.
constexpr int near_octaves = 3;

std::int64_t rounded_up(std::int64_t x, std::int64_t multiple) {
  return (x + multiple - 1) / multiple * multiple;
}

std::int64_t rounded(double x, std::int64_t multiple) {
  const auto step = static_cast<double>(multiple);
  return static_cast<std::int64_t>(std::llround(x / step)) * multiple;
}

void expand_range(const Range& range, const AxisInfo& info,
                  std::map<std::int64_t, PointOrigin>& points) {
  const auto add = [&](std::int64_t x, PointOrigin origin) {
    if (x >= std::max(range.from, info.minimum) && x <= std::min(range.to, info.maximum)) {
      points.try_emplace(x, origin);
    }
  };
  if (range.from == 0) add(0, PointOrigin::grid);
  if (range.step > 0) {
    for (std::int64_t x = range.from; x <= range.to; x += range.step) {
      add(rounded_up(x, info.multiple), PointOrigin::grid);
    }
  } else {
    for (int step = 0;; ++step) {
      const double x = std::exp2(static_cast<double>(step) / range.per_octave);
      if (x > static_cast<double>(range.to)) break;
      add(rounded(x, info.multiple), PointOrigin::grid);
    }
    add(rounded_up(range.from, info.multiple), PointOrigin::grid);
    add(range.to / info.multiple * info.multiple, PointOrigin::grid);
  }
  if (range.near > 0) {
    const std::int64_t beside = rounded_up(range.near, info.multiple);
    for (int octave = near_octaves; octave < 62; octave += near_octaves) {
      const std::int64_t power = std::int64_t{1} << octave;
      if (power > range.to) break;
      add(power - beside, PointOrigin::near);
      add(power + beside, PointOrigin::near);
    }
  }
  base::Random random(random_points_seed);
  const double low = std::log2(static_cast<double>(std::max<std::int64_t>(range.from, 1)));
  const double high = std::log2(static_cast<double>(std::max<std::int64_t>(range.to, 1)));
  for (int i = 0; i < range.random; ++i) {
    add(rounded(std::exp2(low + (high - low) * random.uniform()), info.multiple),
        PointOrigin::random);
  }
}

}  // namespace

std::string_view point_origin_name(PointOrigin origin) {
  switch (origin) {
    case PointOrigin::grid:
      return "grid";
    case PointOrigin::near:
      return "near";
    case PointOrigin::random:
      return "random";
    case PointOrigin::refined:
      return "refined";
  }
  throw Error("an origin without a name");
}

std::vector<AxisPoint> expand_axis(const AxisSpec& spec, const AxisInfo& info) {
  std::vector<AxisPoint> expanded;
  for (const AxisValue& value : spec.values) {
    const auto* word = std::get_if<std::string>(&value);
    if (!info.choices.empty() && word != nullptr && *word == every_word) {
      for (const std::string& each : info.choices) expanded.push_back({each, PointOrigin::grid});
    } else {
      expanded.push_back({value, PointOrigin::grid});
    }
  }
  if (!spec.range) return expanded;
  const Range& range = *spec.range;
  if (range.from < 0 || range.to < range.from || range.per_octave < 1 || range.near < 0 ||
      range.random < 0 || range.step < 0) {
    throw Error(
        base::format("the range {}:{} of the axis {} needs 0 <= from <= to, per_octave >= 1, and "
                     "near, random and step >= 0",
                     range.from, range.to, info.name));
  }
  std::map<std::int64_t, PointOrigin> points;
  expand_range(range, info, points);
  if (points.empty()) {
    throw Error(
        base::format("the range {}:{} of the axis {} contains no value that the kernel allows",
                     range.from, range.to, info.name));
  }
  for (const auto& [x, origin] : points) expanded.push_back({x, origin});
  return expanded;
}

std::vector<std::int64_t> refine_axis(std::span<const AxisMedian> medians, double tolerance,
                                      std::int64_t multiple) {
  std::set<std::int64_t> wanted;
  const auto halve = [&](const AxisMedian& a, const AxisMedian& b) {
    if (a.x <= 0 || static_cast<double>(b.x) < 1.1 * static_cast<double>(a.x)) return;
    const std::int64_t middle =
        rounded(std::sqrt(static_cast<double>(a.x) * static_cast<double>(b.x)), multiple);
    if (middle > a.x && middle < b.x) wanted.insert(middle);
  };
  for (std::size_t i = 1; i + 1 < medians.size(); ++i) {
    const AxisMedian& left = medians[i - 1];
    const AxisMedian& here = medians[i];
    const AxisMedian& right = medians[i + 1];
    const double part =
        static_cast<double>(here.x - left.x) / static_cast<double>(right.x - left.x);
    const double line = left.time_s + part * (right.time_s - left.time_s);
    if (std::abs(here.time_s - line) <= tolerance * here.time_s) continue;
    halve(left, here);
    halve(here, right);
  }
  return {wanted.begin(), wanted.end()};
}

}  // namespace strobe::measure
