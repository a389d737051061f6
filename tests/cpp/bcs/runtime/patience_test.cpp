// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/patience.hpp"

#include <gtest/gtest.h>

namespace strobe::bcs::runtime {
namespace {

TEST(Patience, EndsWhereLookingIsInVain) {
  Patience patience(1000, 16);
  EXPECT_EQ(patience.looks(), 1000);
  for (int wait = 0; wait < 10; ++wait) patience.looked_in_vain();
  EXPECT_EQ(patience.looks(), 16);
}

TEST(Patience, ComesBackWhereLookingHelpsAgain) {
  Patience patience(1000, 16);
  for (int wait = 0; wait < 10; ++wait) patience.looked_in_vain();
  // What is waited for comes after 100 looks: a wait that looks less does not see it come.
  for (int wait = 0; wait < 2000; ++wait) {
    if (patience.looks() > 100) {
      patience.found_after(100);
    } else {
      patience.looked_in_vain();
    }
  }
  EXPECT_GT(patience.looks(), 100);
}

TEST(Patience, IsAlwaysTheSameWhereTheLeastIsTheMost) {
  Patience patience(5, 5);
  patience.looked_in_vain();
  EXPECT_EQ(patience.looks(), 5);
  patience.found_after(4);
  EXPECT_EQ(patience.looks(), 5);
}

}  // namespace
}  // namespace strobe::bcs::runtime
