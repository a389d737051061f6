// SPDX-License-Identifier: BSD-3-Clause
#include "base/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

namespace strobe::base {
namespace {

TEST(Random, IsTheSameOnEveryMachine) {
  // The first numbers of SplitMix64 with seed 1234567, from its reference implementation.
  Random random(1234567);
  EXPECT_EQ(random.next(), 6457827717110365317ULL);
  EXPECT_EQ(random.next(), 3203168211198807973ULL);
  EXPECT_EQ(random.next(), 9817491932198370423ULL);
}

TEST(Random, UniformFillsTheUnitIntervalEvenly) {
  Random random(1);
  std::array<int, 10> tenths{};
  for (int i = 0; i < 100000; ++i) {
    const double x = random.uniform();
    ASSERT_GE(x, 0.0);
    ASSERT_LT(x, 1.0);
    ++tenths[static_cast<std::size_t>(10.0 * x)];
  }
  for (const int count : tenths) EXPECT_NEAR(count, 10000, 400);
}

TEST(Random, ShuffleKeepsEveryItemAndFavoursNoPlace) {
  Random random(2);
  std::array<int, 5> first_places{};
  for (int i = 0; i < 10000; ++i) {
    std::vector<std::size_t> items(5);
    std::iota(items.begin(), items.end(), std::size_t{0});
    random.shuffle(items);
    ++first_places[items[0]];
    ASSERT_EQ(std::accumulate(items.begin(), items.end(), std::size_t{0}), 10u);
  }
  for (const int count : first_places) EXPECT_NEAR(count, 2000, 200);
}

}  // namespace
}  // namespace strobe::base
