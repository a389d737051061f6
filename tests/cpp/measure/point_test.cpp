// SPDX-License-Identifier: BSD-3-Clause
#include "measure/point.hpp"

#include <gtest/gtest.h>

#include "strobe/error.hpp"

namespace strobe::measure {
namespace {

const Point echo_point{{"size_bytes", std::int64_t{1024}}, {"reply", "fresh"}};

TEST(CellKey, ListsTheAxesInAlphabeticalOrder) {
  EXPECT_EQ(cell_key("echo", echo_point), "echo reply=fresh size_bytes=1024");
  EXPECT_EQ(cell_key("barrier", {}), "barrier");
}

TEST(CellKey, IsReadBack) {
  for (const auto& [kernel, point] :
       {std::pair<std::string, Point>{"echo", echo_point}, {"barrier", {}}, {"gemm", {{"n", 0}}}}) {
    const ParsedKey parsed = parse_cell_key(cell_key(kernel, point));
    EXPECT_EQ(parsed.kernel, kernel);
    EXPECT_EQ(parsed.point, point);
  }
}

TEST(CellKey, IsRefusedWhereItIsNone) {
  for (const char* key : {"", "echo size_bytes", "echo  size_bytes=1", " echo", "echo ",
                          "echo size_bytes=1 reply=fresh", "echo n=1 n=2", "gemm n=007"}) {
    EXPECT_THROW((void)parse_cell_key(key), Error) << "'" << key << "'";
  }
}

TEST(Point, TellsNumbersFromWords) {
  EXPECT_EQ(number_at(echo_point, "size_bytes"), 1024);
  EXPECT_EQ(word_at(echo_point, "reply"), "fresh");
  EXPECT_THROW((void)number_at(echo_point, "reply"), Error);
  EXPECT_THROW((void)word_at(echo_point, "size_bytes"), Error);
  EXPECT_THROW((void)number_at(echo_point, "n"), Error);
}

}  // namespace
}  // namespace strobe::measure
