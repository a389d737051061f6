// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/matrix/grid.hpp"

#include <gtest/gtest.h>

namespace strobe::kernels::matrix {
namespace {

TEST(Grid, IsSquareOrTwiceAsWideAsHighWhereThePaperSaysSo) {
  EXPECT_EQ(grid_of(1), (Grid{1, 1}));
  EXPECT_EQ(grid_of(4), (Grid{2, 2}));
  EXPECT_EQ(grid_of(9), (Grid{3, 3}));
  EXPECT_EQ(grid_of(16), (Grid{4, 4}));
  EXPECT_EQ(grid_of(2), (Grid{.rows = 1, .columns = 2}));
  EXPECT_EQ(grid_of(8), (Grid{.rows = 2, .columns = 4}));
  EXPECT_EQ(grid_of(32), (Grid{.rows = 4, .columns = 8}));
  EXPECT_EQ(grid_of(128), (Grid{.rows = 8, .columns = 16}));
}

TEST(Grid, IsOtherwiseAsSquareAsThePrimesAllow) {
  EXPECT_EQ(grid_of(3), (Grid{.rows = 1, .columns = 3}));
  EXPECT_EQ(grid_of(5), (Grid{.rows = 1, .columns = 5}));
  EXPECT_EQ(grid_of(6), (Grid{.rows = 2, .columns = 3}));
  EXPECT_EQ(grid_of(12), (Grid{.rows = 3, .columns = 4}));
  EXPECT_EQ(grid_of(24), (Grid{.rows = 4, .columns = 6}));
}

TEST(Grid, JoinsItsEdges) {
  const Grid grid{.rows = 2, .columns = 3};
  EXPECT_EQ(grid.wrapped({-1, 3}), (GridPosition{1, 0}));
  EXPECT_EQ(grid.wrapped({5, -4}), (GridPosition{1, 2}));
  EXPECT_EQ(grid.index_of({1, 2}), 5);
}

TEST(Grid, SharesEveryRowOutOnceAndEvenly) {
  for (const std::int64_t n : {5, 8, 17, 1000}) {
    for (const int parts : {1, 2, 3, 5}) {
      std::int64_t next = 0;
      for (int i = 0; i < parts; ++i) {
        const IndexRange part = range_of_part(n, parts, i);
        EXPECT_EQ(part.first, next);
        EXPECT_GE(part.count, n / parts);
        EXPECT_LE(part.count, (n + parts - 1) / parts);
        next += part.count;
      }
      EXPECT_EQ(next, n);
    }
  }
}

}  // namespace
}  // namespace strobe::kernels::matrix
