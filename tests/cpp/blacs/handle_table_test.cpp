// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/handle_table.hpp"

#include <gtest/gtest.h>

#include <string>

namespace strobe::blacs {
namespace {

TEST(HandleTable, ReusesTheLowestFreeNumber) {
  HandleTable<std::string> table;
  EXPECT_EQ(table.add("a"), 0);
  EXPECT_EQ(table.add("b"), 1);
  EXPECT_EQ(table.add("c"), 2);
  table.remove(1);
  table.remove(0);
  EXPECT_EQ(table.find(1), nullptr);
  EXPECT_EQ(*table.find(2), "c");
  EXPECT_EQ(table.add("d"), 0);
  EXPECT_EQ(table.add("e"), 1);
  EXPECT_EQ(table.add("f"), 3);
}

TEST(HandleTable, FindsNothingOutsideOfItsRange) {
  HandleTable<int> table;
  EXPECT_EQ(table.find(-1), nullptr);
  EXPECT_EQ(table.find(0), nullptr);
  EXPECT_EQ(table.find(std::int64_t{1} << 40), nullptr);
}

}  // namespace
}  // namespace strobe::blacs
