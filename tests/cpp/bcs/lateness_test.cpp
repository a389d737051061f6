// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/simulation/lateness.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "strobe/error.hpp"

namespace strobe::bcs::simulation {
namespace {

std::vector<double> delays(std::string_view name, std::uint64_t seed, int draws) {
  base::Random random(seed);
  std::vector<double> all;
  for (int i = 0; i < draws; ++i) all.push_back(lateness(spread_named(name), random));
  return all;
}

double share_above(const std::vector<double>& all, double limit) {
  return static_cast<double>(std::ranges::count_if(all, [&](double x) { return x > limit; })) /
         static_cast<double>(all.size());
}

TEST(Lateness, HasItsMeanAndIsNeverEarly) {
  for (const std::string_view name : spreads()) {
    double sum = 0.0;
    const std::vector<double> all = delays(name, 3, 1'000'000);
    for (const double late : all) {
      ASSERT_GE(late, 0.0) << name;
      sum += late;
    }
    EXPECT_NEAR(sum / 1e6, 1.0, 0.005) << name;
  }
}

/// The probabilities of delays above 1, 2 and 10 times the mean, by the formula of each
/// distribution.
TEST(Lateness, HasTheShapeOfItsName) {
  struct Shares {
    double once;
    double twice;
    double ten_times;
  };
  const std::map<std::string_view, Shares> laws{
      {"exponential", {0.36788, 0.13534, 0.0000454}},
      {"normal", {0.5, 0.0, 0.0}},
      {"uniform", {0.5, 0.0, 0.0}},
      {"lognormal", {0.30854, 0.11646, 0.00254}},
      {"pareto", {0.27885, 0.12027, 0.006144}},
  };
  for (const std::string_view name : spreads()) {
    const std::vector<double> all = delays(name, 5, 1'000'000);
    EXPECT_NEAR(share_above(all, 1.0), laws.at(name).once, 0.003) << name;
    EXPECT_NEAR(share_above(all, 2.0), laws.at(name).twice, 0.002) << name;
    EXPECT_NEAR(share_above(all, 10.0), laws.at(name).ten_times, 0.0003) << name;
  }
  // In a normal distribution, two thirds of the values are within one standard deviation.
  const std::vector<double> normal = delays("normal", 5, 1'000'000);
  EXPECT_NEAR(share_above(normal, 2.0 / 3) - share_above(normal, 4.0 / 3), 0.6845, 0.003);
}

/// Reference values, computed by another program with the same generator.
TEST(Lateness, IsDrawnFromTheSeedAlone) {
  const std::map<std::string_view, double> third{
      {"exponential", 2.310220978373141}, {"normal", 1.0013067357383965},
      {"uniform", 1.8015213612137668},    {"lognormal", 0.6089130522662567},
      {"pareto", 2.279355526488201},
  };
  for (const std::string_view name : spreads()) {
    EXPECT_DOUBLE_EQ(delays(name, 7, 3).back(), third.at(name)) << name;
    EXPECT_NE(delays(name, 7, 3), delays(name, 8, 3)) << name;
  }
}

TEST(Lateness, OfAnUnknownNameIsRefused) {
  try {
    static_cast<void>(spread_named("cauchy"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "unknown shape 'cauchy'; choose one of exponential, normal, uniform, lognormal, "
                 "pareto");
  }
}

}  // namespace
}  // namespace strobe::bcs::simulation
