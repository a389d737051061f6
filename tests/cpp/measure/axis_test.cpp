// SPDX-License-Identifier: BSD-3-Clause
#include "measure/axis.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "strobe/error.hpp"

namespace strobe::measure {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Numbers = std::vector<std::int64_t>;

const AxisInfo any_size{.name = "size_bytes"};
const AxisInfo in_eights{.name = "size_bytes", .minimum = 8, .multiple = 8};

std::vector<AxisPoint> expand(const Range& range, const AxisInfo& info = any_size) {
  return expand_axis({.range = range}, info);
}

Numbers numbers(const std::vector<AxisPoint>& points) {
  Numbers found;
  for (const AxisPoint& point : points) found.push_back(std::get<std::int64_t>(point.value));
  return found;
}

Numbers of_origin(const std::vector<AxisPoint>& points, PointOrigin origin) {
  std::vector<AxisPoint> chosen;
  std::ranges::copy_if(points, std::back_inserter(chosen),
                       [&](const AxisPoint& point) { return point.origin == origin; });
  return numbers(chosen);
}

TEST(Axis, GridIsZeroAndThePowersOfTwo) {
  const auto points = expand({.from = 0, .to = 64});
  EXPECT_THAT(numbers(points), ElementsAre(0, 1, 2, 4, 8, 16, 32, 64));
  EXPECT_EQ(of_origin(points, PointOrigin::grid).size(), points.size());
  EXPECT_EQ(expand({.from = 0, .to = 4 << 20}).size(), 24u);
}

TEST(Axis, GridKeepsBothEndsWhereTheyAreNoPowers) {
  EXPECT_THAT(numbers(expand({.from = 3, .to = 20})), ElementsAre(3, 4, 8, 16, 20));
  EXPECT_THAT(numbers(expand({.from = 5, .to = 5})), ElementsAre(5));
}

TEST(Axis, GridIsAsDenseAsItIsAsked) {
  EXPECT_THAT(numbers(expand({.from = 16, .to = 64, .per_octave = 2})),
              ElementsAre(16, 23, 32, 45, 64));
  const AxisInfo in_pages{.name = "working_set_bytes", .minimum = 512, .multiple = 512};
  EXPECT_THAT(numbers(expand({.from = 4096, .to = 16384, .per_octave = 2}, in_pages)),
              ElementsAre(4096, 5632, 8192, 11776, 16384));
}

TEST(Axis, GridIsEvenWhereItHasAStep) {
  EXPECT_THAT(numbers(expand({.from = 0, .to = 50, .step = 20})), ElementsAre(0, 20, 40));
  const AxisInfo of_doubles{.name = "size_bytes", .multiple = 8};
  EXPECT_THAT(numbers(expand({.from = 4, .to = 32, .step = 12}, of_doubles)),
              ElementsAre(8, 16, 32));
}

TEST(Axis, NearPointsLieBesideEveryThirdPower) {
  const auto points = expand({.from = 0, .to = 4096, .near = 3});
  EXPECT_THAT(of_origin(points, PointOrigin::near), ElementsAre(5, 11, 61, 67, 509, 515, 4093));
  EXPECT_EQ(of_origin(points, PointOrigin::grid), numbers(expand({.from = 0, .to = 4096})));
}

TEST(Axis, RandomPointsAreTheSameInEveryRunAndSpreadOverTheOctaves) {
  const Range range{.from = 1, .to = 1 << 20, .random = 200};
  const Numbers points = of_origin(expand(range), PointOrigin::random);
  EXPECT_EQ(points, of_origin(expand(range), PointOrigin::random));
  // Log-uniform: half of the points lie in the lower half of the octaves.
  const auto low = std::ranges::count_if(points, [](std::int64_t x) { return x < 1024; });
  EXPECT_GT(low, 60);
  EXPECT_LT(low, 120);
  EXPECT_GT(std::ranges::count_if(points, [](std::int64_t x) { return x >= 1024; }), 80);
}

TEST(Axis, EveryNumberIsOneThatTheKernelAllows) {
  for (const Range& range :
       {Range{.from = 0, .to = 1000, .per_octave = 3, .near = 3, .random = 20},
        Range{.from = 9, .to = 1003, .near = 12, .random = 5}, Range{.from = 1, .to = 8}}) {
    const Numbers points = numbers(expand(range, in_eights));
    EXPECT_TRUE(std::ranges::is_sorted(points));
    EXPECT_EQ(std::ranges::adjacent_find(points), points.end());
    for (const std::int64_t x : points) {
      EXPECT_EQ(x % 8, 0) << x;
      EXPECT_GE(x, std::max<std::int64_t>(range.from, 8));
      EXPECT_LE(x, range.to);
    }
  }
  // Ends that are not multiples are moved inwards to the next multiple.
  EXPECT_THAT(numbers(expand({.from = 9, .to = 35}, in_eights)), ElementsAre(16, 32));
  EXPECT_THAT(numbers(expand({.from = 17, .to = 47}, in_eights)), ElementsAre(24, 32, 40));
}

TEST(Axis, ListedValuesStayAsTheyAreGiven) {
  const AxisSpec spec{.values = {std::int64_t{64}, std::string("fresh"), std::int64_t{8}}};
  const auto points = expand_axis(spec, any_size);
  ASSERT_EQ(points.size(), 3u);
  EXPECT_EQ(points[0].value, AxisValue(std::int64_t{64}));
  EXPECT_EQ(points[1].value, AxisValue("fresh"));
  EXPECT_EQ(points[2].origin, PointOrigin::grid);
}

TEST(Axis, AllIsEveryWordOfAnAxisThatHasWords) {
  const AxisInfo in_words{.name = "call", .choices = {"blocking", "ready"}};
  const auto points = expand_axis({.values = {std::string(every_word), "other"}}, in_words);
  ASSERT_EQ(points.size(), 3u);
  EXPECT_EQ(points[0].value, AxisValue("blocking"));
  EXPECT_EQ(points[1].value, AxisValue("ready"));
  EXPECT_EQ(points[2].value, AxisValue("other"));
  EXPECT_EQ(expand_axis({.values = {"all"}}, any_size).front().value, AxisValue("all"));
}

TEST(Axis, RefusesRangesThatCannotBe) {
  const auto refusal = [](const Range& range, const AxisInfo& info) -> std::string {
    try {
      return "accepted " + std::to_string(expand(range, info).size());
    } catch (const Error& error) {
      return error.what();
    }
  };
  EXPECT_THAT(refusal({.from = 8, .to = 4}, any_size),
              HasSubstr("the range 8:4 of the axis size_bytes needs 0 <= from <= to"));
  EXPECT_THAT(refusal({.from = -1, .to = 4}, any_size), HasSubstr("needs 0 <= from"));
  EXPECT_THAT(refusal({.from = 1, .to = 4, .per_octave = 0}, any_size),
              HasSubstr("needs 0 <= from"));
  EXPECT_THAT(refusal({.from = 1, .to = 4, .near = -3}, any_size), HasSubstr("needs 0 <= from"));
  EXPECT_THAT(refusal({.from = 1, .to = 4, .random = -1}, any_size), HasSubstr("needs 0 <= from"));
  EXPECT_THAT(refusal({.from = 0, .to = 7}, in_eights),
              HasSubstr("no value that the kernel allows"));
}

std::vector<AxisMedian> timed(const Numbers& sizes, auto time_s) {
  std::vector<AxisMedian> medians;
  for (const std::int64_t x : sizes) medians.push_back({x, time_s(x)});
  return medians;
}

const Numbers powers{0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};

TEST(Refinement, LeavesALineAlone) {
  const auto line = [](std::int64_t x) { return 1e-6 + 1e-9 * static_cast<double>(x); };
  EXPECT_TRUE(refine_axis(timed(powers, line), 0.1, 1).empty());
  EXPECT_TRUE(refine_axis({}, 0.1, 1).empty());
  EXPECT_TRUE(refine_axis(timed({1, 2}, line), 0.1, 1).empty());
}

TEST(Refinement, HalvesBothIntervalsBesideAJump) {
  const auto jump = [](std::int64_t x) { return x <= 64 ? 1e-6 : 2e-6; };
  // The line through 32 and 128 misses 64, the line through 64 and 256 misses 128.
  EXPECT_THAT(refine_axis(timed(powers, jump), 0.1, 1), ElementsAre(45, 91, 181));
}

TEST(Refinement, ClosesInOnAJumpAndThenEnds) {
  const auto jump = [](std::int64_t x) { return x <= 77 ? 1e-6 : 2e-6; };
  Numbers sizes = powers;
  int rounds = 0;
  for (Numbers more; !(more = refine_axis(timed(sizes, jump), 0.1, 1)).empty(); ++rounds) {
    ASSERT_LT(rounds, 20);
    for (const std::int64_t x : more) EXPECT_FALSE(std::ranges::binary_search(sizes, x)) << x;
    sizes.insert(sizes.end(), more.begin(), more.end());
    std::ranges::sort(sizes);
  }
  const auto above = std::ranges::upper_bound(sizes, 77);
  EXPECT_LT(static_cast<double>(*above) / static_cast<double>(*(above - 1)), 1.1);
}

TEST(Refinement, KeepsToTheMultipleAndAwayFromZero) {
  const auto jump = [](std::int64_t x) { return x <= 16 ? 1e-6 : 2e-6; };
  EXPECT_THAT(refine_axis(timed({8, 16, 24, 64}, jump), 0.1, 8), ElementsAre(40));
  // There is no integer between 0 and 1, and the logarithm of 0 does not exist.
  const auto step = [](std::int64_t x) { return x == 0 ? 1e-6 : 3e-6; };
  EXPECT_THAT(refine_axis(timed({0, 1, 4}, step), 0.1, 1), ElementsAre(2));
}

}  // namespace
}  // namespace strobe::measure
