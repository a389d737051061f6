// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/numbered.hpp"

#include <gtest/gtest.h>

#include <string>

namespace strobe::blacs {
namespace {

TEST(Numbered, GivesTheFirstFreeNumberAgainAndLeavesTheOthersAlone) {
  Numbered<std::string> things;
  EXPECT_EQ(things.add("a"), 0);
  EXPECT_EQ(things.add("b"), 1);
  EXPECT_EQ(things.add("c"), 2);
  things.remove(1);
  things.remove(0);
  EXPECT_EQ(things.find(1), nullptr);
  EXPECT_EQ(*things.find(2), "c");
  EXPECT_EQ(things.add("d"), 0);
  EXPECT_EQ(things.add("e"), 1);
  EXPECT_EQ(things.add("f"), 3);
}

TEST(Numbered, KnowsNothingBeyondItsEnds) {
  Numbered<int> things;
  EXPECT_EQ(things.find(-1), nullptr);
  EXPECT_EQ(things.find(0), nullptr);
  EXPECT_EQ(things.find(std::int64_t{1} << 40), nullptr);
}

}  // namespace
}  // namespace strobe::blacs
