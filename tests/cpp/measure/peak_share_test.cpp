// SPDX-License-Identifier: BSD-3-Clause
#include "measure/peak_share.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace strobe::measure {
namespace {

TEST(PeakShare, IsToldByAWord) {
  EXPECT_EQ(peak_share_of("n50"), 0.5);
  EXPECT_EQ(peak_share_of("n90"), 0.9);
  EXPECT_EQ(peak_share_of("n99x"), std::nullopt);
}

TEST(PeakShare, IsThatOfAStraightLineFromItsStartUpAndBandwidth) {
  // t = t0 + x / b reaches half of b at x = t0 b, and 90 % at nine times that.
  std::vector<AxisMedian> medians{{0, 1e-6}};
  for (std::int64_t x = 1; x <= 1 << 24; x *= 2) {
    medians.push_back({x, 1e-6 + static_cast<double>(x) / 1e9});
  }
  EXPECT_NEAR(static_cast<double>(*size_at_peak_share(medians, 0.5)), 1000.0, 30.0);
  EXPECT_NEAR(static_cast<double>(*size_at_peak_share(medians, 0.9)), 9000.0, 300.0);
}

TEST(PeakShare, IsTakenWhereTheCurveFirstComesToIt) {
  // A dip after the size does not matter, and the peak may come before the end.
  const std::vector<AxisMedian> medians{{10, 10.0}, {20, 2.0}, {40, 40.0}, {80, 10.0}};
  EXPECT_EQ(size_at_peak_share(medians, 1.0), 20);
  const auto half = *size_at_peak_share(medians, 0.5);
  EXPECT_GT(half, 10);
  EXPECT_LT(half, 20);
}

TEST(PeakShare, OfOnePointIsThatPoint) {
  EXPECT_EQ(size_at_peak_share(std::vector<AxisMedian>{{8, 1e-6}}, 0.5), 8);
  EXPECT_EQ(size_at_peak_share(std::vector<AxisMedian>{{0, 1e-6}, {8, 1e-6}}, 0.5), 8);
}

TEST(PeakShare, IsNowhereWhereNothingMoved) {
  EXPECT_EQ(size_at_peak_share({}, 0.5), std::nullopt);
  EXPECT_EQ(size_at_peak_share(std::vector<AxisMedian>{{0, 1e-6}}, 0.5), std::nullopt);
}

}  // namespace
}  // namespace strobe::measure
