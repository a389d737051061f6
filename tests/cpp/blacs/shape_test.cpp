// SPDX-License-Identifier: BSD-3-Clause
#include "strobe/blacs/shape.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "blacs/packing.hpp"

namespace strobe::blacs {
namespace {

using Positions = std::set<std::pair<std::size_t, std::size_t>>;

/// The rows and columns that a shape holds.
Positions positions_of(const Shape& shape) {
  Positions positions;
  for (std::size_t j = 0; j < shape.columns(); ++j) {
    const Column column = shape.column(j);
    for (std::size_t i = 0; i < column.count; ++i) positions.emplace(column.first + i, j);
  }
  return positions;
}

/// What the BLACS' trapezoids hold, from their drawings: an upper one that is taller than wide has
/// its rectangle on top, a lower one that is wider than tall has it on the left.
Positions expected(bool upper, bool unit, int m, int n) {
  const int down = upper ? std::max(m - n, 0) : 0;
  const int right = upper ? 0 : std::max(n - m, 0);
  Positions positions;
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < m; ++i) {
      const int above_diagonal = (j - right) - (i - down);
      if (upper ? above_diagonal < 0 : above_diagonal > 0) continue;
      if (unit && above_diagonal == 0) continue;
      positions.emplace(i, j);
    }
  }
  return positions;
}

TEST(Shape, HoldsTheFourTrapezoidsWithAndWithoutTheirDiagonal) {
  for (int m = 0; m <= 7; ++m) {
    for (int n = 0; n <= 7; ++n) {
      for (const bool upper : {true, false}) {
        for (const bool unit : {true, false}) {
          const Shape shape = Shape::trapezoid(upper ? 'u' : 'l', unit ? 'u' : 'n', m, n, m + 2);
          EXPECT_EQ(positions_of(shape), expected(upper, unit, m, n))
              << m << " x " << n << " upper " << upper << " unit " << unit;
          EXPECT_EQ(shape.elements(), positions_of(shape).size());
        }
      }
    }
  }
}

TEST(Shape, CountsAndCornersOfTheFindings) {
  // M > N, upper: column j has M - N + 1 + j elements.
  EXPECT_EQ(Shape::trapezoid('u', 'n', 5, 3, 5).column(0), (Column{.first = 0, .count = 3}));
  EXPECT_EQ(Shape::trapezoid('u', 'n', 5, 3, 5).column(2), (Column{.first = 0, .count = 5}));
  // M > N, lower: the usual one.
  EXPECT_EQ(Shape::trapezoid('l', 'n', 5, 3, 5).column(1), (Column{.first = 1, .count = 4}));
  // M <= N, upper: a triangle, then full columns.
  EXPECT_EQ(Shape::trapezoid('u', 'u', 3, 5, 3).column(0), (Column{.first = 0, .count = 0}));
  EXPECT_EQ(Shape::trapezoid('u', 'u', 3, 5, 3).column(3), (Column{.first = 0, .count = 3}));
  // M <= N, lower: N - M full columns, then the triangle.
  EXPECT_EQ(Shape::trapezoid('l', 'n', 3, 5, 3).column(1), (Column{.first = 0, .count = 3}));
  EXPECT_EQ(Shape::trapezoid('l', 'n', 3, 5, 3).column(4), (Column{.first = 2, .count = 1}));
}

TEST(Shape, TakesNothingFromNegativeExtentsAndMForAShortLeadingDimension) {
  EXPECT_EQ(Shape::general(-3, 4, 4).elements(), 0U);
  EXPECT_EQ(Shape::general(3, -4, 4).elements(), 0U);
  EXPECT_EQ(Shape::general(3, 4, 1).leading(), 3U);
  EXPECT_EQ(Shape::general(3, 4, -1).leading(), 3U);
}

TEST(Shape, KnowsWhatLiesInOnePiece) {
  EXPECT_TRUE(Shape::general(3, 4, 3).is_contiguous());
  EXPECT_TRUE(Shape::general(3, 1, 9).is_contiguous());
  EXPECT_FALSE(Shape::general(3, 4, 5).is_contiguous());
  EXPECT_FALSE(Shape::trapezoid('u', 'n', 3, 3, 3).is_contiguous());
  const Shape column = Shape::trapezoid('l', 'u', 4, 1, 4);
  EXPECT_TRUE(column.is_contiguous());
  EXPECT_EQ(column.start(), 1U);
  EXPECT_EQ(column.elements(), 3U);
}

TEST(Packing, ThereAndBackTouchesNothingOutsideTheMatrix) {
  for (int m = 0; m <= 6; ++m) {
    for (int n = 0; n <= 6; ++n) {
      for (const Shape& shape :
           {Shape::general(m, n, m + 3), Shape::trapezoid('u', 'n', m, n, m + 3),
            Shape::trapezoid('l', 'u', m, n, m + 3), Shape::trapezoid('u', 'u', m, n, m + 1)}) {
        std::vector<double> matrix(100);
        std::iota(matrix.begin(), matrix.end(), 1.0);
        std::vector<double> packed(shape.elements());
        pack(shape, matrix.data(), packed.data());
        std::vector<double> back(100, -1.0);
        unpack(shape, packed.data(), packed.size(), back.data());
        const Positions positions = positions_of(shape);
        for (std::size_t k = 0; k < back.size(); ++k) {
          const bool inside = positions.contains({k % shape.leading(), k / shape.leading()});
          ASSERT_EQ(back[k], inside ? matrix[k] : -1.0);
        }
      }
    }
  }
}

TEST(Packing, AShortMessageLeavesTheRestAsItWas) {
  const Shape shape = Shape::general(2, 3, 4);
  const std::vector<int> message{1, 2, 3, 0, 0, 0};
  std::vector<int> matrix(12, 9);
  unpack(shape, message.data(), 3, matrix.data());
  EXPECT_EQ(matrix, (std::vector<int>{1, 2, 9, 9, 3, 9, 9, 9, 9, 9, 9, 9}));
}

}  // namespace
}  // namespace strobe::blacs
