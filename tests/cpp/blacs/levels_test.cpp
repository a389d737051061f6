// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/levels.hpp"

#include <gtest/gtest.h>

namespace strobe::blacs {
namespace {

TEST(Levels, AreOffWhereTheEnvironmentSaysNothing) {
  const Levels levels = Levels::of(nullptr, nullptr, nullptr);
  EXPECT_EQ(levels.debug, 0);
  EXPECT_EQ(levels.timing, 0);
  EXPECT_EQ(levels.hang_s, 30);
  EXPECT_FALSE(levels.are_on);
  EXPECT_EQ(levels.problem, "");
}

TEST(Levels, AreWhatTheEnvironmentSays) {
  const Levels levels = Levels::of("2", "1", "0.5");
  EXPECT_EQ(levels.debug, 2);
  EXPECT_EQ(levels.timing, 1);
  EXPECT_EQ(levels.hang_s, 0.5);
  EXPECT_TRUE(levels.are_on);
  EXPECT_TRUE(levels.find_hangs());
  EXPECT_FALSE(levels.compare_processes());
  EXPECT_TRUE(Levels::of("0", "2", nullptr).are_on);
}

TEST(Levels, OutsideOfTheRangeAreRefused) {
  EXPECT_EQ(Levels::of("4", nullptr, nullptr).problem,
            "STROBE_BLACS_DEBUG is '4'; set it to 0 to 3");
  EXPECT_EQ(Levels::of("on", nullptr, nullptr).problem,
            "STROBE_BLACS_DEBUG is 'on'; set it to 0 to 3");
  EXPECT_EQ(Levels::of(nullptr, "3", nullptr).problem,
            "STROBE_BLACS_TIMING is '3'; set it to 0 to 2");
  EXPECT_EQ(Levels::of(nullptr, nullptr, "0").problem,
            "STROBE_BLACS_HANG_S is '0'; set it to a number of seconds above 0");
  EXPECT_EQ(Levels::of(nullptr, nullptr, "soon").problem,
            "STROBE_BLACS_HANG_S is 'soon'; set it to a number of seconds above 0");
}

}  // namespace
}  // namespace strobe::blacs
