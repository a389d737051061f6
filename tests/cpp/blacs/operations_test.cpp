// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/operations.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

namespace strobe::blacs {
namespace {

template <Extreme extreme, class T>
T of_two(T ours, T theirs) {
  keep_extreme<extreme>(&theirs, &ours, 1);
  return ours;
}

template <class T>
bool same_bits(T a, T b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

template <class T>
class RealOperations : public ::testing::Test {};
using Reals = ::testing::Types<std::int32_t, std::int64_t, float, double>;
TYPED_TEST_SUITE(RealOperations, Reals);

TYPED_TEST(RealOperations, CompareAbsoluteValues) {
  using T = TypeParam;
  EXPECT_EQ(of_two<Extreme::largest>(T(2), T(-3)), T(-3));
  EXPECT_EQ(of_two<Extreme::largest>(T(-3), T(2)), T(-3));
  EXPECT_EQ(of_two<Extreme::smallest>(T(2), T(-3)), T(2));
  EXPECT_EQ(of_two<Extreme::smallest>(T(-3), T(2)), T(2));
  // Of two elements with the same absolute value, the larger one wins.
  EXPECT_EQ(of_two<Extreme::largest>(T(-3), T(3)), T(3));
  EXPECT_EQ(of_two<Extreme::largest>(T(3), T(-3)), T(3));
  EXPECT_EQ(of_two<Extreme::smallest>(T(-3), T(3)), T(3));
  EXPECT_EQ(of_two<Extreme::smallest>(T(3), T(-3)), T(3));
}

TYPED_TEST(RealOperations, AllElementsWhateverTheCount) {
  using T = TypeParam;
  for (std::size_t count = 0; count < 40; ++count) {
    std::vector<T> ours(count + 1, T(7));
    std::vector<T> sums(count + 1, T(7));
    std::vector<T> theirs(count + 1, T(-8));
    keep_extreme<Extreme::largest>(theirs.data(), ours.data(), count);
    add(theirs.data(), sums.data(), count);
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_EQ(ours[i], T(-8));
      EXPECT_EQ(sums[i], T(-1));
    }
    EXPECT_EQ(ours[count], T(7));
    EXPECT_EQ(sums[count], T(7));
  }
}

/// What the interface promises of two, said without tricks.
template <Extreme extreme, class T>
bool is_kept(T kept, T other) {
  const auto size = [](T value) { return std::abs(static_cast<long double>(value)); };
  if (std::isnan(size(kept)) || std::isnan(size(other))) return std::isnan(size(kept));
  if (size(kept) == size(other)) return kept >= other;
  return extreme == Extreme::largest ? size(kept) > size(other) : size(kept) < size(other);
}

TYPED_TEST(RealOperations, KeepWhatIsPromisedInEveryPlaceOfAVector) {
  using T = TypeParam;
  using Limits = std::numeric_limits<T>;
  std::vector<T> values{T(0), T(1), T(-1), T(2), T(-2), Limits::max(), Limits::lowest()};
  if constexpr (Limits::is_iec559) {
    values.insert(values.end(), {T(-0.0), Limits::infinity(), -Limits::infinity(),
                                 Limits::quiet_NaN(), Limits::denorm_min(), -Limits::denorm_min()});
  }
  std::vector<T> ours;
  std::vector<T> theirs;
  for (const T a : values) {
    for (const T b : values) {
      ours.push_back(a);
      theirs.push_back(b);
    }
  }
  std::vector<T> largest = ours;
  std::vector<T> smallest = ours;
  keep_extreme<Extreme::largest>(theirs.data(), largest.data(), ours.size());
  keep_extreme<Extreme::smallest>(theirs.data(), smallest.data(), ours.size());
  for (std::size_t i = 0; i < ours.size(); ++i) {
    EXPECT_TRUE((is_kept<Extreme::largest>(largest[i], ours[i]))) << ours[i] << ' ' << theirs[i];
    EXPECT_TRUE((is_kept<Extreme::largest>(largest[i], theirs[i]))) << ours[i] << ' ' << theirs[i];
    EXPECT_TRUE((is_kept<Extreme::smallest>(smallest[i], ours[i]))) << ours[i] << ' ' << theirs[i];
    EXPECT_TRUE((is_kept<Extreme::smallest>(smallest[i], theirs[i])))
        << ours[i] << ' ' << theirs[i];
    EXPECT_TRUE(same_bits(largest[i], ours[i]) || same_bits(largest[i], theirs[i]));
    EXPECT_TRUE(same_bits(smallest[i], ours[i]) || same_bits(smallest[i], theirs[i]));
  }
}

TEST(Operations, TheSmallestIntegerHasTheLargestAbsoluteValue) {
  constexpr std::int32_t smallest = std::numeric_limits<std::int32_t>::min();
  EXPECT_EQ(of_two<Extreme::largest>(smallest, std::numeric_limits<std::int32_t>::max()), smallest);
  EXPECT_EQ(of_two<Extreme::smallest>(smallest, 0), 0);
}

TEST(Operations, BothPartnersChooseTheSameBits) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::array<double, 7> values{
      0.0, -0.0, 1.0, -1.0, 2.5, nan, std::numeric_limits<double>::infinity()};
  for (const double a : values) {
    for (const double b : values) {
      EXPECT_TRUE(same_bits(of_two<Extreme::largest>(a, b), of_two<Extreme::largest>(b, a)))
          << a << ' ' << b;
      EXPECT_TRUE(same_bits(of_two<Extreme::smallest>(a, b), of_two<Extreme::smallest>(b, a)))
          << a << ' ' << b;
    }
  }
  using Complex = std::complex<double>;
  for (const double a : values) {
    for (const double b : values) {
      const Complex one(a, b);
      const Complex other(b, a);
      EXPECT_TRUE(
          same_bits(of_two<Extreme::largest>(one, other), of_two<Extreme::largest>(other, one)) ||
          a != a || b != b)
          << a << ' ' << b;
    }
  }
}

TEST(Operations, TwoComplexNansLeaveTheSameOnBothSides) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  using Complex = std::complex<double>;
  for (const auto& [first, second] : {std::pair{Complex{nan, 1.0}, Complex{2.0, nan}},
                                      std::pair{Complex{nan, -3.0}, Complex{nan, 4.0}}}) {
    const Complex here = of_two<Extreme::largest>(first, second);
    const Complex there = of_two<Extreme::largest>(second, first);
    EXPECT_TRUE(same_bits(here, there));
    EXPECT_TRUE(same_bits(here, first) || same_bits(here, second));
  }
}

TEST(Operations, ANanWins) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(std::isnan(of_two<Extreme::largest>(nan, 1.0F)));
  EXPECT_TRUE(std::isnan(of_two<Extreme::largest>(1.0F, nan)));
  EXPECT_TRUE(std::isnan(of_two<Extreme::smallest>(nan, 1.0F)));
  EXPECT_TRUE(std::isnan(of_two<Extreme::smallest>(1.0F, nan)));
}

TEST(Operations, ComplexAbsoluteValueIsTheSumOfBoth) {
  using Complex = std::complex<float>;
  // The absolute value of 3 + 4i is 7 here, not the Euclidean 5.
  EXPECT_EQ(of_two<Extreme::largest>(Complex(3, 4), Complex(6, 0)), Complex(3, 4));
  EXPECT_EQ(of_two<Extreme::smallest>(Complex(3, -4), Complex(0, 6)), Complex(0, 6));
}

TEST(Operations, OriginsGoToTheNearest) {
  std::array<double, 4> ours{1.0, -2.0, 3.0, std::numeric_limits<double>::quiet_NaN()};
  std::array<Distance, 4> distances{1, 1, 1, 1};
  const std::array<double, 4> theirs{-5.0, 2.0, 3.0, std::numeric_limits<double>::quiet_NaN()};
  const std::array<Distance, 4> their_distances{70000, 0, 2, 0};
  keep_extreme_nearest<Extreme::largest>(theirs.data(), their_distances.data(), ours.data(),
                                         distances.data(), ours.size());
  EXPECT_EQ(distances, (std::array<Distance, 4>{70000, 0, 1, 0}));
  EXPECT_EQ(ours[0], -5.0);
  EXPECT_EQ(ours[1], 2.0);
  EXPECT_EQ(ours[2], 3.0);
}

}  // namespace
}  // namespace strobe::blacs
